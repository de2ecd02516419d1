import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Bidi from 'selenium-webdriver/bidi/index.js'
import type { Engine } from './engine.ts'

/** Firefox speaks WebDriver BiDi itself: no other program is needed, and Debian has no geckodriver. */

/** Nothing that asks, updates or reports. */
const preferences = [
  ['browser.shell.checkDefaultBrowser', false],
  ['browser.startup.homepage_override.mstone', 'ignore'],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['app.update.disabledForTesting', true],
  ['app.normandy.enabled', false],
  ['extensions.getAddons.cache.enabled', false],
  ['extensions.update.enabled', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
  ['browser.safebrowsing.update.enabled', false],
  ['intl.accept_languages', 'zh-CN'],
] as const

/** @returns where it listens */
const listening = async (output: NodeJS.ReadableStream): Promise<string> => {
  for await (const line of createInterface(output)) {
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)
    if (found?.[1] !== undefined) return `${found[1]}/session`
  }
  throw new Error('Firefox ended before it listened')
}

export async function startFirefox(program: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'zhika-firefox-'))
  const lines = preferences.map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(
    program,
    ['--headless', '--remote-debugging-port', '0', '--profile', profile, '--no-remote'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const bidi = new Bidi(await listening(child.stderr))
  await bidi.waitForConnection()
  const send = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const { error, message, result } = await bidi.send({ method, params })
    if (error !== undefined) throw new Error(`${method}: ${error} ${message}`)
    return result ?? {}
  }
  await send('session.new', { capabilities: {} })
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context
  return {
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    back: async () => {
      await send('browsingContext.traverseHistory', { context, delta: -1 })
    },
    evaluate: async (expression) => {
      const reply = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
      const { result, exceptionDetails } = reply as {
        result?: { value: string }
        exceptionDetails?: { text: string }
      }
      if (result === undefined) throw new Error(exceptionDetails?.text)
      return result.value
    },
    quit: async () => {
      const ended = once(child, 'exit')
      await bidi.close()
      child.kill('SIGKILL')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
