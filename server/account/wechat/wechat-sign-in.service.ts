import type { Transaction } from 'kysely'
import type { LoginReply } from '#contract/account.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { openAccount } from '../account.service.ts'
import { isWechatRace, type WechatIdentity } from './wechat-accounts.repository.ts'
import { studentOfWechat } from './wechat-accounts.service.ts'
import { identify } from './wechat-person.ts'
import { takeConfirmed } from './wechat-qr.repository.ts'
import { claimState } from './wechat-states.repository.ts'

type Tx = Transaction<Schema>
type Device = { deviceName: string; wechatOpenid: string | null }

const maxAttempts = 3

/** One transaction, as with a phone. Of two first logins of one person the later one begins again and finds the first. */
const signInAs = async (
  deps: Deps,
  device: Device,
  identityOf: (tx: Tx) => Promise<WechatIdentity>,
): Promise<LoginReply> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.database.transaction(async (tx) => {
        const studentId = await studentOfWechat(tx, deps, await identityOf(tx))
        return openAccount(tx, deps, { studentId, ...device })
      })
    } catch (error) {
      if (attempt === maxAttempts || !isWechatRace(error)) throw error
    }
  }
}

export type WechatLogin = {
  browserKey: string
  code?: string
  state?: string
  sessionId?: string
  deviceName?: string
}

/** With what WeChat's redirect brought; the new session is known to be inside that person's WeChat. */
const signInByCode = async (
  deps: Deps,
  { state, browserKey, code, deviceName = '' }: WechatLogin & { state: string },
): Promise<LoginReply> => {
  const claim = { marker: state, browserKey, purpose: 'login', studentId: null, now: deps.clock() } as const
  if (!(await claimState(deps.database.db, claim))) return fail('wechat_state_invalid')
  const { openid, unionid } = await identify(deps, code)
  return signInAs(deps, { deviceName, wechatOpenid: openid }, async () => ({ openid, unionid }))
}

/**
 * Signs in by WeChat, making the student at the first login.
 * @throws ExpectedError `wechat_state_invalid` also for a QR code that is not confirmed, is another browser's, was
 * used or expired; `wechat_declined`, `wechat_guest`, `unavailable`, `wechat_unavailable`
 */
export function signInByWechat(deps: Deps, input: WechatLogin): Promise<LoginReply> {
  const { browserKey, state, sessionId, deviceName = '' } = input
  if (sessionId !== undefined) {
    return signInAs(deps, { deviceName, wechatOpenid: null }, (tx) =>
      takeConfirmed(tx, { sessionId, browserKey, now: deps.clock() }),
    )
  }
  return state === undefined ? fail('wechat_state_invalid') : signInByCode(deps, { ...input, state })
}
