/** Sends login codes. The real provider and the console share this one door. */
export type SmsGateway = {
  /**
   * @param phone eleven digits, without +86
   * @throws when the provider refuses or does not answer
   */
  sendCode: (phone: string, code: string) => Promise<void>
  /** True for the embedded default: codes may be shown on the login page. */
  readonly revealsCodes: boolean
}
