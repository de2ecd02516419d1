import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CodePurpose, LoginReply } from '#contract/account.ts'
import { useRuntime, type Runtime } from '../runtime.ts'
import { useAccountId } from './session-state.ts'

/** Signing in and out: what happens to the session and to what is on the device. */

/** @param purpose what the code will open; without it, to sign in */
export function useSendCode(purpose?: CodePurpose) {
  const { api } = useRuntime()
  return useMutation({ mutationFn: (phone: string) => api.call('POST /auth/send-code', { phone, purpose }) })
}

/** Takes the session over; what the student before left on this device is wiped first. */
export async function enter(runtime: Runtime, reply: LoginReply): Promise<LoginReply> {
  const last = runtime.session.lastAccountId()
  const others = new Set([...(await runtime.accountsHere()), ...(last === null ? [] : [last])])
  others.delete(reply.profile.id)
  for (const other of others) await leave(runtime, other)
  const account = await runtime.account(reply.profile.id)
  await account.keepTicket(reply.uploadTicket)
  await runtime.keepSession(reply.profile.id, reply.token)
  runtime.session.signedIn(reply.profile.id, reply.token)
  return reply
}

export function useSignIn() {
  const runtime = useRuntime()
  return useMutation({
    mutationFn: async (input: { phone: string; code: string }) => {
      const reply = await runtime.api.call('POST /auth/login', {
        ...input,
        agreed: true,
        deviceName: await runtime.deviceName(),
      })
      return enter(runtime, reply)
    },
  })
}

const leave = async (runtime: Runtime, accountId: string): Promise<void> => {
  runtime.forgetFirstFrame(accountId)
  const account = await runtime.account(accountId)
  await account.wipe()
}

const flushTimeoutMs = 5_000

const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))])

/**
 * Signs out: sends what waits if it can, revokes the session if there is a network, then leaves nothing
 * readable on the device. Records that could not be sent stay, sealed to their owner.
 */
export function useSignOut() {
  const runtime = useRuntime()
  const client = useQueryClient()
  const accountId = useAccountId()
  return useMutation({
    mutationFn: async () => {
      await client.cancelQueries()
      const account = await runtime.account(accountId)
      await atMost(flushTimeoutMs, account.drain({ ignoreBackoff: true }))
      await atMost(flushTimeoutMs, runtime.api.call('POST /auth/logout'))
      await runtime.dropSession(accountId)
      const leaving = leave(runtime, accountId)
      // From here on nothing is mounted that could fetch or keep anything of this student.
      runtime.session.ended()
      client.clear()
      await leaving
      runtime.changes.announce(accountId, 'signed-out')
    },
  })
}
