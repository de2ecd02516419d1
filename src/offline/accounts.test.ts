import { beforeEach, describe, expect, test } from 'vitest'
import { accountId, idOf, newDevice, noon } from '#tests/support/device-facts.ts'
import { forgetAccount, listAccounts, readAccount, uploadTicketOf, writeAccount } from './accounts.ts'

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
  test('is given out whatever the clock of the device says', async () => {
    await writeAccount(accountId, { uploadTicket: ticket(1) })
    expect(await uploadTicketOf(accountId)).toBe('zt_ticket')
  })

  test('is missing for who never had one', async () => {
    expect(await uploadTicketOf(accountId)).toBeNull()
    await writeAccount(accountId, {})
    expect(await uploadTicketOf(accountId)).toBeNull()
  })
})
