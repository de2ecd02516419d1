import type { CodePurpose } from '#contract/account.ts'

/** Sends codes. The real provider and the console share this one door. */
export type SmsGateway = {
  /**
   * @param phone eleven digits, without +86
   * @param purpose what the message says that the code is for
   * @throws SmsTooOften, or another error when the provider refuses or does not answer; none names the phone
   */
  sendCode: (phone: string, code: string, purpose: CodePurpose) => Promise<void>
  /** True for the embedded default: codes may be shown on the login page. */
  readonly revealsCodes: boolean
}

/** The provider's own limit for one phone, which counts what other apps of the company sent as well. */
export class SmsTooOften extends Error {
  override readonly name = 'SmsTooOften'
}
