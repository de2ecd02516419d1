import type { CodePurpose } from '#contract/account.ts'

/** Sends codes. The real provider and the console share this one door. */
export type SmsGateway = {
  /**
   * @param phone eleven digits, without +86
   * @param purpose what the message says that the code is for
   * @throws when the provider refuses or does not answer
   */
  sendCode: (phone: string, code: string, purpose: CodePurpose) => Promise<void>
  /** True for the embedded default: codes may be shown on the login page. */
  readonly revealsCodes: boolean
}
