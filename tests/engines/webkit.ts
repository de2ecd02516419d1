import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Builder } from 'selenium-webdriver'
import { freePort } from '../browser/server-process.ts'
import type { Engine } from './engine.ts'

/** WebKitGTK's small browser, by its own WebDriver, on a virtual screen. */

const startTimeoutMs = 20_000

const answers = async (server: string): Promise<void> => {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const reply = await fetch(`${server}/status`).catch(() => null)
    if (reply?.ok) return
    if (Date.now() > deadline) throw new Error(`WebKitWebDriver did not answer within ${startTimeoutMs} ms`)
    await delay(50)
  }
}

export async function startWebkit(programs: {
  driver: string
  browser: string
  screen: string
}): Promise<Engine> {
  const port = await freePort()
  const server = `http://127.0.0.1:${port}`
  const child = spawn(programs.screen, ['-a', programs.driver, `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  })
  await answers(server)
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
    })
    .build()
  await driver.manage().setTimeouts({ script: 60_000, pageLoad: 60_000 })
  return {
    open: (url) => driver.get(url),
    back: () => driver.navigate().back(),
    evaluate: (expression) => driver.executeScript<string>(`return ${expression}`),
    quit: async () => {
      await driver.quit()
      const ended = once(child, 'exit')
      // The screen goes with its driver: both are of one process group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}
