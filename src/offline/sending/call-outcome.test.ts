import { beforeEach, describe, expect, test } from 'vitest'
import { errorMessage } from '#contract/error-messages.ts'
import { idOf, outboxOf } from '#tests/support/device-facts.ts'
import { createSender, failure, success, type Sender } from '#tests/support/sender.ts'
import { callOutcome } from './call-outcome.ts'
import { drain, type DrainOutcome } from './drain.ts'
import { refusedCalls } from './outbox.ts'

let sender: Sender

beforeEach(async () => {
  sender = createSender()
  await sender.favorite()
})

const neverTold = () => () => {}
const outcome = (send: () => Promise<DrainOutcome> = sender.run) =>
  callOutcome(sender.database, 'favorite:60', { drain: send, listen: neverTold })

describe('what became of a call', () => {
  test('is that the server has it', async () => {
    sender.answers = [success({})]
    expect(await outcome()).toEqual({ status: 'sent' })
  })

  test('is that the server declined, in its own words, which the row keeps and the page hears', async () => {
    sender.answers = [failure('last_sign_in_method')]
    const heard: unknown[] = []
    const refusal = {
      refusalMessage: errorMessage('last_sign_in_method'),
      refusalShowType: 1,
      refusalCode: 4093,
    }
    const send = () =>
      drain(
        sender.database,
        sender.depsOf({
          onCallRefused: ({ id }, { message, showType, code }) => heard.push([id, message, showType, code]),
        }),
      )
    expect(await outcome(send)).toEqual({ status: 'refused', ...refusal })
    expect(await refusedCalls(sender.database)).toMatchObject([{ id: idOf(60), ...refusal }])
    expect(heard).toEqual([[idOf(60), ...Object.values(refusal)]])
  })

  test.each([
    ['without a network', 'silence' as const],
    ['when the server is in trouble', failure('internal')],
    ['when a guardian has still to agree', failure('guardian_consent_required')],
  ])('is that it waits %s', async (_, answer) => {
    sender.answers = [answer]
    expect(await outcome()).toEqual({ status: 'waiting' })
    expect(await outboxOf(sender.database)).toHaveLength(1)
  })

  test('is known also when somebody else sends it', async () => {
    sender.answers = [success({})]
    let round = 0
    const busyAtFirst = async (): Promise<DrainOutcome> =>
      (round += 1) === 1 ? { status: 'busy' } : sender.run()
    expect(await outcome(busyAtFirst)).toEqual({ status: 'sent' })
  })
})
