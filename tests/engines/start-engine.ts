import { startChromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebkit } from './webkit.ts'
import { findFirefox, findWebkit } from '../../scripts/find-engines.mjs'

export const engineNames = ['Chromium', 'Firefox', 'WebKit'] as const
export type EngineName = (typeof engineNames)[number]

export async function startEngine(name: EngineName): Promise<Engine> {
  if (name === 'Chromium') return startChromium()
  if (name === 'Firefox') return startFirefox(await installed(findFirefox()))
  return startWebkit(await installed(findWebkit()))
}

const installed = async <T>(programs: Promise<T | undefined>): Promise<T> => {
  const found = await programs
  if (found === undefined) throw new Error('the browser is not installed: npm run test:engines says how')
  return found
}
