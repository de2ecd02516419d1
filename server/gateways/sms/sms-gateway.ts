import type { SmsPurpose } from '#contract/account.ts'

/** `proof_wait`: a device asks to change the account without a code; tomorrow it may. */
export type SmsNotice = 'proof_wait'

/** Sends codes and notices. The real provider and the console share this one door. */
export type SmsGateway = {
  /**
   * @param phone eleven digits, without +86
   * @param purpose what the message says that the code is for
   * @throws SmsUncertain when the message may be on its way all the same; SmsTooOften, SmsBadNumber or another error
   * when it certainly is not. None names the phone
   */
  sendCode: (phone: string, code: string, purpose: SmsPurpose) => Promise<void>
  /** Notifies the owner of a number of what happens to their account. @throws what `sendCode` does */
  sendNotice: (phone: string, notice: SmsNotice) => Promise<void>
  /** True for the embedded default: codes may be shown on the login page. */
  readonly revealsCodes: boolean
}

/** The provider took the request, or may have, and did not say what became of it. */
export class SmsUncertain extends Error {
  override readonly name = 'SmsUncertain'
}

/** The provider's own limit for one phone, which counts what other apps of the company sent as well. */
export class SmsTooOften extends Error {
  override readonly name = 'SmsTooOften'
}

/** The provider does not send to this number: it is none, or its owner wants no messages. */
export class SmsBadNumber extends Error {
  override readonly name = 'SmsBadNumber'
  readonly why: 'unknown' | 'unsubscribed'

  constructor(message: string, why: 'unknown' | 'unsubscribed') {
    super(message)
    this.why = why
  }
}
