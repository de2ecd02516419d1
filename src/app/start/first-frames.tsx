import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { LoginSkeleton } from '#src/features/account/login/login-frame.tsx'
import { TodaySkeleton } from '#src/features/home/today.tsx'
import { addMessages, startMessages } from '#src/i18n/i18n.ts'
import account from '#src/i18n/zh-CN/account.json'
import { patterns } from '#src/lib/paths.ts'
import { Frame } from '../frame.tsx'
import { screens } from '../screens.tsx'
import { frameAddress, type FirstFrame } from './frame-address.ts'

/** Runs in the build, which puts what it gives into index.html. */

const render = (pathname: string, frame: ReactNode): string =>
  renderToStaticMarkup(<StaticRouter location={pathname}>{frame}</StaticRouter>)

const skeletonOf = (name: Exclude<keyof typeof patterns, 'root' | 'login'>): ReactNode =>
  name === 'home' ? <TodaySkeleton /> : screens[name].skeleton

/** What each address shows until the app is there: the layout and the skeleton of its screen, by the app's own components. */
export function firstFrames(): FirstFrame[] {
  startMessages()
  addMessages('account', account)
  const frames = new Map<string, string[]>()
  for (const [name, pattern] of Object.entries(patterns) as [keyof typeof patterns, string][]) {
    if (name === 'root') continue
    const markup = render(
      pattern,
      name === 'login' ? <LoginSkeleton /> : <Frame pathname={pattern}>{skeletonOf(name)}</Frame>,
    )
    frames.set(markup, [...(frames.get(markup) ?? []), frameAddress(pattern)])
  }
  return [...frames].map(([markup, addresses]) => ({ markup, addresses }))
}
