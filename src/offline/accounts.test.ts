import { beforeEach, describe, expect, test } from 'vitest'
import { accountId, idOf, newDevice, noon } from '#tests/support/device-facts.ts'
import { forgetAccount, listAccounts, readAccount, validTicket, writeAccount } from './accounts.ts'

const ticket = (minutes: number) => ({
  ticket: 'zt_ticket',
  studentId: accountId,
  expiresAt: new Date(Date.parse(noon) + minutes * 60_000).toISOString(),
})

beforeEach(() => {
  newDevice()
})

describe('the accounts of a device', () => {
  test('are none at first', async () => {
    expect(await listAccounts()).toEqual([])
    expect(await readAccount(accountId)).toBeUndefined()
  })

  test('hold an id, a ticket and whether a wipe began, and nothing else', async () => {
    await writeAccount(accountId, { uploadTicket: ticket(1) })
    await writeAccount(accountId, { wipePending: true })
    await writeAccount(idOf(1), {})
    expect(await listAccounts()).toEqual([
      { accountId: idOf(1), uploadTicket: null, wipePending: false },
      { accountId, uploadTicket: ticket(1), wipePending: true },
    ])
  })

  test('two changes at once both hold', async () => {
    await Promise.all([
      writeAccount(accountId, { uploadTicket: ticket(1) }),
      writeAccount(accountId, { wipePending: true }),
    ])
    expect(await readAccount(accountId)).toEqual({ accountId, uploadTicket: ticket(1), wipePending: true })
  })

  test('are forgotten one by one', async () => {
    await writeAccount(accountId, {})
    await writeAccount(idOf(1), {})
    await forgetAccount(accountId)
    expect((await listAccounts()).map((account) => account.accountId)).toEqual([idOf(1)])
  })
})

describe('the upload ticket', () => {
  const now = Date.parse(noon)

  test('is valid until its last instant', async () => {
    await writeAccount(accountId, { uploadTicket: ticket(1) })
    expect(await validTicket(accountId, now)).toBe('zt_ticket')
    expect(await validTicket(accountId, now + 59_999)).toBe('zt_ticket')
    expect(await validTicket(accountId, now + 60_000)).toBeNull()
  })

  test('is missing for who never had one', async () => {
    expect(await validTicket(accountId, now)).toBeNull()
    await writeAccount(accountId, {})
    expect(await validTicket(accountId, now)).toBeNull()
  })
})
