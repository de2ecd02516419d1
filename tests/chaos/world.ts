import { expect, type BrowserContext, type Page } from '@playwright/test'
import { crashTab, killServiceWorkers } from '../browser/devtools.ts'
import { shellState, workerReady } from '../browser/screen.ts'
import { signOut } from '../browser/sign-in.ts'
import { answerCard, faceCard, openStudy, undoAnswer, type RatingButton } from '../browser/study.ts'
import { makeChange, makeOwnPack } from './changes.ts'
import { moveClock } from './device-clock.ts'
import { deviceData } from './device-data.ts'
import { loseFiles } from './lose-files.ts'
import type { Schedule } from './schedule.ts'
import { faultText, stepText, type Step } from './steps.ts'
import type { Station } from './station.ts'
import { beginStudent, expectNothingOf, lastSeen, type FormerStudent, type Student } from './student.ts'
import { waitUntilSent } from './wait-until-sent.ts'

/** One phone, the server behind a proxy that makes trouble, and a witness of what was given. */
export type World = {
  /** Does one step. */
  perform: (step: Step) => Promise<void>
  /** Puts everything in order again and waits until nothing is left to send. */
  heal: () => Promise<void>
  /** Who studies now. */
  student: () => Student
  /** Who studied before on the same phone. */
  former: readonly FormerStudent[]
  page: () => Page
  /** What happened, to be read when a schedule fails. */
  story: () => readonly string[]
}

type Tab = 0 | 1

/** Longer than the app waits because somebody asked it to. */
const longestWaitMinutes = 11

export async function createWorld(station: Station, schedule: Schedule): Promise<World> {
  const { server, proxy } = station
  const phone = await station.cleanPhone(schedule.isNewPhone)
  const metBefore = proxy.met().length
  const tabs = new Map<Tab, Page>([[0, phone.page]])
  const former: FormerStudent[] = []
  const begunAt = performance.now()
  const story: string[] = []
  const note = (text: string): void => {
    story.push(`${((performance.now() - begunAt) / 1000).toFixed(1)} s: ${text}`)
  }
  let clockMinutes = 0
  let isOffline = false
  let wasAskedToWait = false
  let isShellInDanger = schedule.isNewPhone

  const context = (): BrowserContext => phone.context
  const tab = (which: Tab): Page => tabs.get(which) ?? tabs.get(0) ?? phone.page
  const setOffline = async (offline: boolean): Promise<void> => {
    isOffline = offline
    if (offline) proxy.goOffline()
    else proxy.goOnline()
    // Not waited for: a worker that was killed a moment ago may never answer. Each page says when it has heard.
    context()
      .setOffline(offline)
      .catch(() => undefined)
    for (const page of tabs.values())
      await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(!offline)
  }

  if (schedule.firstVisit.length > 0) {
    note(`first visit, installation: ${schedule.firstVisit.map(faultText).join(' + ')}`)
    proxy.inject(schedule.firstVisit, 'installation')
  }
  await phone.page.goto('/home')
  note('the app is open')
  let student = await beginStudent(phone.page, server.url)
  note('a student has begun')
  if (!schedule.isNewPhone) await workerReady(phone.page)

  /** @param act gives one answer and waits until the next card shows */
  const witnessed = async (page: Page, act: () => Promise<void>): Promise<void> => {
    await act()
    const { journal } = await deviceData(page)
    const fresh = journal.filter(({ id }) => !student.known.has(id))
    expect(fresh, 'the next card shows, so the answer before it is on the disk').toHaveLength(1)
    for (const { id } of fresh) {
      student.given.add(id)
      student.known.add(id)
    }
  }

  const faceLibraryCard = async (page: Page): Promise<boolean> => {
    // A hidden tab draws once a second.
    if (tabs.size > 1) await page.bringToFront()
    if (!page.url().includes(`/cardpack/${student.packId}`)) await openStudy(page, student.packId)
    const isThere = await faceCard(page, student.packId)
    if (!isThere) note('nothing left to study')
    return isThere
  }

  const answer = async (page: Page, rating: RatingButton): Promise<void> => {
    if (await faceLibraryCard(page)) await witnessed(page, () => answerCard(page, rating))
  }

  const undo = async (page: Page): Promise<void> => {
    const undoneNow = async (): Promise<number> =>
      (await deviceData(page)).journal.filter(({ undone }) => undone).length
    const before = await undoneNow()
    if (await undoAnswer(page)) await expect.poll(undoneNow, { intervals: [50] }).toBe(before + 1)
    else note('nothing to undo')
  }

  const setClock = async (minutes: number): Promise<void> => {
    clockMinutes = minutes
    await moveClock(context(), minutes)
  }

  /** The app's own files are all there. */
  const untilInstalled = async (): Promise<void> => {
    const isInstalled = () =>
      tab(0).evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
      )
    await expect.poll(isInstalled, { timeout: 60_000 }).toBe(true)
    // A page that an update has overtaken is of another build than the worker until it is loaded again.
    await expect(async () => {
      await tab(0).reload()
      const state = await shellState(tab(0))
      expect(state).toEqual({ kept: state?.total, total: expect.any(Number) })
    }).toPass({ timeout: 60_000, intervals: [2_000, 5_000] })
    isShellInDanger = false
  }

  /** No one can start an app without a network that is not on the device. */
  const installFirst = async (): Promise<void> => {
    if (!isOffline || !isShellInDanger) return
    note('goes online until the app is installed')
    proxy.heal()
    await setOffline(false)
    await untilInstalled()
    await setOffline(true)
  }

  const load = async (): Promise<void> => {
    await installFirst()
    await openStudy(tab(0), student.packId)
  }

  const restart = async (): Promise<void> => {
    await installFirst()
    tabs.clear()
    tabs.set(0, await phone.reopen())
    if (isOffline) await context().setOffline(true)
    if (clockMinutes !== 0) await setClock(clockMinutes)
    await openStudy(tab(0), student.packId)
  }

  const leaveAndReturn = async (by: 'history' | 'address'): Promise<void> => {
    await installFirst()
    const page = tab(0)
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await page.goto('about:blank')
    if (by === 'address') return openStudy(page, student.packId)
    // Nothing is loaded when the page was kept, so that is not waited for.
    await page.evaluate(() => setTimeout(() => history.back()))
    await expect(page).toHaveURL(new RegExp(`/cardpack/${student.packId}`))
    const isKept = await page.evaluate(() => 'sameDocument' in globalThis)
    note(isKept ? 'the page was kept' : 'the page was loaded')
  }

  const handOver = async (offline: boolean): Promise<void> => {
    former.push(await lastSeen(tab(0), student))
    if (offline) await setOffline(true)
    await signOut(tab(0))
    // No one could sign in otherwise.
    proxy.heal()
    if (offline) await setOffline(false)
    student = await beginStudent(tab(0), server.url)
    await expectNothingOf(tab(0), former)
  }

  const perform = async (step: Step): Promise<void> => {
    note(stepText(step))
    switch (step.kind) {
      case 'answer':
        return answer(tab(step.tab), step.rating)
      case 'undo':
        return undo(tab(step.tab))
      case 'change': {
        const isOverCard = step.what === 'favourite' || step.what === 'report'
        if (isOverCard && !(await faceLibraryCard(tab(0)))) return
        return makeChange(tab(0), step.what, student.changes)
      }
      case 'own-pack':
        await makeOwnPack(tab(0), student.changes)
        for (const rating of step.ratings) await witnessed(tab(0), () => answerCard(tab(0), rating))
        return
      case 'faults':
        wasAskedToWait ||= step.faults.some(
          (fault) => fault.kind === 'status' && fault.retryAfter !== undefined,
        )
        return proxy.inject(step.faults, step.on)
      case 'portal':
        return proxy.openPortal(step.on, step.status)
      case 'portal-ends':
        return proxy.closePortal()
      case 'offline':
        return setOffline(true)
      case 'online':
        return setOffline(false)
      case 'stop-server':
        return server.stop()
      case 'kill-server':
        return server.kill()
      case 'start-server':
        return server.start()
      case 'deploy':
        return station.deploy()
      case 'kill-worker':
        return killServiceWorkers(tab(0))
      case 'lose-caches':
        isShellInDanger = true
        note(`lost ${await loseFiles(tab(0), step.files)}`)
        return
      case 'crash-tab': {
        await crashTab(tab(step.tab))
        await tab(step.tab).close()
        const page = await phone.newTab()
        tabs.set(step.tab, page)
        return openStudy(page, student.packId)
      }
      case 'second-tab': {
        const page = await phone.newTab()
        tabs.set(1, page)
        return openStudy(page, student.packId)
      }
      case 'close-tab':
        await tab(step.tab).close()
        tabs.delete(step.tab)
        return
      case 'reload':
        return load()
      case 'restart-app':
        return restart()
      case 'leave-and-return':
        await answer(tab(0), step.rating)
        return leaveAndReturn(step.by)
      case 'hand-over':
        return handOver(step.offline)
      case 'move-clock':
        return setClock(clockMinutes + step.minutes)
      case 'clock-right':
        return setClock(0)
      case 'wait':
        return tab(0).waitForTimeout(step.ms)
    }
  }

  /** The app's own files are all there again, and it starts without a network. */
  const expectWholeShell = async (): Promise<void> => {
    await untilInstalled()
    await setOffline(true)
    await openStudy(tab(0), student.packId)
    await faceCard(tab(0), student.packId)
    await setOffline(false)
  }

  const heal = async (): Promise<void> => {
    note('heal')
    await server.start()
    proxy.heal()
    await setOffline(false)
    if (wasAskedToWait) await setClock(clockMinutes + longestWaitMinutes)
    await tab(0).goto('/home')
    note('waits until all is sent')
    await waitUntilSent(tab(0), [...former.map(({ accountId }) => accountId), student.accountId])
    // The next schedule gets this phone.
    if (clockMinutes !== 0) await setClock(0)
    if (schedule.touchesShell) await expectWholeShell()
    await expectNothingOf(tab(0), former)
    note('is healed')
  }

  return {
    perform,
    heal,
    student: () => student,
    former,
    page: () => tab(0),
    story: () => [...story, `requests met: ${proxy.met().slice(metBefore).join(', ')}`],
  }
}
