import type { AccountSecurity } from '#contract/security.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { readSecurity } from '../account-security.service.ts'
import { readPhone } from '../students.repository.ts'
import { proveSession } from './fresh-proof.service.ts'
import type { Asking } from './proof-times.ts'
import type { LoginCodes } from '../sign-in/login-codes.service.ts'
import { findWechat, type WechatIdentity } from '../wechat/wechat-accounts.repository.ts'

/** The ways to a fresh proof: a code to the number that the account has, or its WeChat. */

type By = Asking & { ip: string }

/** @returns the code, for an embedded gateway that may show it. @throws ExpectedError `no_phone`, and what sending does */
export async function sendProofCode(
  deps: Deps,
  codes: LoginCodes,
  { studentId, ip }: Pick<By, 'studentId' | 'ip'>,
): Promise<string> {
  const phone = (await readPhone(deps.database.db, studentId)) ?? fail('no_phone')
  return codes.send(phone, 'confirm', ip)
}

/** @throws ExpectedError `no_phone`, and what `LoginCodes.check` does */
export async function proveByCode(
  deps: Deps,
  codes: LoginCodes,
  { code, ip, ...asking }: By & { code: string },
): Promise<AccountSecurity> {
  const phone = (await readPhone(deps.database.db, asking.studentId)) ?? fail('no_phone')
  const proof = await codes.check({ phone, purpose: 'confirm', code, ip })
  return deps.database.transaction(async (tx) => {
    await codes.consume(tx, phone, proof)
    await proveSession(tx, asking)
    return readSecurity(tx, asking)
  })
}

/** @throws ExpectedError `wechat_other` for a WeChat that does not open the account */
export function proveByWechat(
  { database }: Pick<Deps, 'database'>,
  asking: Asking,
  { openid, unionid }: WechatIdentity,
): Promise<AccountSecurity> {
  return database.transaction(async (tx) => {
    const own = await findWechat(tx, asking.studentId)
    const isOwn = own && (own.openid === openid || (unionid !== null && own.unionid === unionid))
    if (!isOwn) return fail('wechat_other')
    await proveSession(tx, asking)
    return readSecurity(tx, asking)
  })
}
