import { expect, type BrowserContext, type Page } from '@playwright/test'
import { crashTab, killServiceWorkers } from '../browser/devtools.ts'
import { openPhone, type Phone } from '../browser/phone.ts'
import { givePack } from '../browser/packs.ts'
import { signIn } from '../browser/sign-in.ts'
import type { ServerProcess } from '../browser/server-process.ts'
import { answerCard, faceCard, openStudy, undoAnswer } from '../browser/study.ts'
import { moveClock } from './device-clock.ts'
import { deviceData } from './device-data.ts'
import { faultProxy, type FaultProxy } from './fault-proxy.ts'
import { stepText, type Step } from './schedule.ts'

/** One student with one phone, the server behind a proxy that makes trouble, and a witness of what was given. */
export type World = {
  /** Does one step. */
  perform: (step: Step) => Promise<void>
  /** Puts everything in order again and waits until nothing is left to send. */
  heal: () => Promise<void>
  /** Answers of which the student saw the next card: the app has said that they are kept. */
  given: ReadonlySet<string>
  packId: string
  page: () => Page
  proxy: FaultProxy
  /** What happened, to be read when a schedule fails. */
  story: readonly string[]
  end: () => Promise<void>
}

type Tab = 0 | 1

const uploadTimeoutMs = 45_000
const nudgeEveryMs = 5_000

export const createWorld = async (server: ServerProcess, phoneNumber: string): Promise<World> => {
  const proxy = await faultProxy(server.port)
  const phone: Phone = await openPhone(proxy.url)
  const tabs = new Map<Tab, Page>([[0, phone.page]])
  const given = new Set<string>()
  const story: string[] = []
  let clockMinutes = 0

  await phone.page.goto('/home')
  await signIn(phone.page, phoneNumber)
  const packId = await givePack(phone.page)
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await openStudy(phone.page, packId)

  const context = (): BrowserContext => phone.context
  const tab = (which: Tab): Page => tabs.get(which) ?? tabs.get(0) ?? phone.page

  const answer = async (page: Page, rating: 1 | 2 | 3 | 4): Promise<void> => {
    if (!(await faceCard(page, packId))) {
      story.push('  nothing left to study')
      return
    }
    const before = new Set((await deviceData(page)).journal.map(({ id }) => id))
    await answerCard(page, rating)
    const fresh = (await deviceData(page)).journal.filter(({ id }) => !before.has(id))
    expect(fresh, 'the next card shows, so the answer before it is on the disk').toHaveLength(1)
    for (const { id } of fresh) given.add(id)
  }

  const undo = async (page: Page): Promise<void> => {
    const undoneNow = async (): Promise<number> =>
      (await deviceData(page)).journal.filter(({ undone }) => undone).length
    const before = await undoneNow()
    if (await undoAnswer(page)) await expect.poll(undoneNow).toBe(before + 1)
    else story.push('  nothing to undo')
  }

  const setClock = async (minutes: number): Promise<void> => {
    clockMinutes = minutes
    await moveClock(context(), minutes)
  }

  const perform = async (step: Step): Promise<void> => {
    story.push(stepText(step))
    switch (step.kind) {
      case 'answer':
        return answer(tab(step.tab), step.rating)
      case 'undo':
        return undo(tab(step.tab))
      case 'faults':
        return proxy.inject(step.faults)
      case 'offline':
        proxy.goOffline()
        return context().setOffline(true)
      case 'online':
        proxy.goOnline()
        return context().setOffline(false)
      case 'stop-server':
        return server.stop()
      case 'kill-server':
        return server.kill()
      case 'start-server':
        return server.start()
      case 'kill-worker':
        return killServiceWorkers(tab(0))
      case 'crash-tab': {
        await crashTab(tab(step.tab))
        await tab(step.tab).close()
        const page = await phone.newTab()
        tabs.set(step.tab, page)
        return openStudy(page, packId)
      }
      case 'second-tab': {
        const page = await phone.newTab()
        tabs.set(1, page)
        return openStudy(page, packId)
      }
      case 'close-tab':
        await tab(step.tab).close()
        tabs.delete(step.tab)
        return
      case 'restart-app':
        tabs.clear()
        tabs.set(0, await phone.reopen())
        await moveClock(context(), clockMinutes)
        return openStudy(tab(0), packId)
      case 'move-clock':
        return setClock(clockMinutes + step.minutes)
      case 'wait':
        return tab(0).waitForTimeout(step.ms)
    }
  }

  const heal = async (): Promise<void> => {
    story.push('heal')
    await server.start()
    proxy.heal()
    await context().setOffline(false)
    await tab(0).goto('/home')
    const deadline = Date.now() + uploadTimeoutMs
    for (;;) {
      const left = (await deviceData(tab(0))).outbox
      if (left.length === 0) return
      if (Date.now() > deadline)
        throw new Error(`${left.length} records never left:\n${JSON.stringify(left, null, 2)}`)
      await tab(0).waitForTimeout(250)
      if ((deadline - Date.now()) % nudgeEveryMs < 250) await tab(0).reload()
    }
  }

  return {
    perform,
    heal,
    given,
    packId,
    page: () => tab(0),
    proxy,
    story,
    end: async () => {
      await phone.discard()
      await proxy.close()
    },
  }
}
