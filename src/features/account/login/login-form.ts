/** What the login form holds, and what is missing before it can be sent. The server checks again. */

export type LoginFields = { phone: string; code: string; agreed: boolean }
export type LoginProblem = 'phoneInvalid' | 'codeInvalid' | 'agreeFirst'

const codeLength = 6

/** Digits only: pasted spaces, dashes and a leading +86 are dropped. */
export function cleanPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return (digits.length > 11 && digits.startsWith('86') ? digits.slice(2) : digits).slice(0, 11)
}

export function cleanCode(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, codeLength)
}

export function isPhone(phone: string): boolean {
  return /^1[3-9]\d{9}$/.test(phone)
}

export function isCode(code: string): boolean {
  return code.length === codeLength
}

/** The first thing that is missing, in the order of the form. */
export function problemOf({ phone, code, agreed }: LoginFields): LoginProblem | undefined {
  if (!isPhone(phone)) return 'phoneInvalid'
  if (!isCode(code)) return 'codeInvalid'
  return agreed ? undefined : 'agreeFirst'
}
