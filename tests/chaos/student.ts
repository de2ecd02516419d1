import { expect, type Page } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { everythingStored } from '../browser/everything-stored.ts'
import { isDownloaded, receiveNow, unlockPack } from '../browser/packs.ts'
import { newPhoneNumber, signIn } from '../browser/sign-in.ts'
import { openStudy } from '../browser/study.ts'
import { noChanges, type Changes } from './changes.ts'
import { deviceData, readRowCounts, uploadTicketOf, type DeviceData } from './device-data.ts'

/** A student on the phone, and the record of what the app has told them is kept. */
export type Student = {
  accountId: string
  /** A pack of the library, unlocked and downloaded. */
  packId: string
  name: string
  token: string | null
  /** Answers of which the student saw the next card: the app has said that they are kept. */
  given: Set<string>
  /** Every answer that the journal has ever held. */
  known: Set<string>
  changes: Changes
}

/** A student who has handed the phone on: what the phone held of them then, and the permission to ask about it. */
export type FormerStudent = Student & { data: DeviceData; uploadTicket: string }

/**
 * A new student signs in where the page is, and has a pack on the phone and its player open.
 * @param host of the API, past everything that makes trouble
 */
export async function beginStudent(page: Page, host: string): Promise<Student> {
  const number = newPhoneNumber()
  await signIn(page, number)
  const { accountId, token } = await deviceData(page)
  const name = `学生${number.slice(-6)}`
  await callAs(host, token, 'PUT /profile', { name })
  const packId = await unlockPack(host, token, 20)
  const isHere = async (): Promise<boolean> => {
    await receiveNow(page)
    return page.evaluate(isDownloaded, { accountId, packId })
  }
  await expect.poll(isHere, { intervals: [100, 200, 500], timeout: 30_000 }).toBe(true)
  await openStudy(page, packId)
  return { accountId, packId, name, token, given: new Set(), known: new Set(), changes: noChanges() }
}

/** To be called before the student signs out. */
export async function lastSeen(page: Page, student: Student): Promise<FormerStudent> {
  return {
    ...student,
    data: await deviceData(page, student.accountId),
    uploadTicket: await uploadTicketOf(page, student.accountId),
  }
}

/** Nothing that a student before could be known by is left on the phone. */
export async function expectNothingOf(page: Page, former: readonly FormerStudent[]): Promise<void> {
  if (former.length === 0) return
  const stored = await page.evaluate(everythingStored)
  for (const { accountId, name, token } of former) {
    const words = [name, token ?? 'no token'].filter((word) => stored.includes(word))
    expect(words, 'words of a student who has signed out').toEqual([])
    const rows = await page.evaluate(readRowCounts, accountId)
    expect(rows, 'rows of a student who has signed out').toEqual({})
  }
}
