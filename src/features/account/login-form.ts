/** What the login form holds, and what is missing before it can be sent. The server checks again. */

export type LoginFields = { phone: string; code: string; agreed: boolean }
export type LoginProblem = 'phoneInvalid' | 'codeInvalid' | 'agreeFirst'

const codeLength = 6

/** Digits only: pasted spaces, dashes and a leading +86 are dropped. */
export const cleanPhone = (typed: string): string => {
  const digits = typed.replace(/\D/g, '')
  return (digits.length > 11 && digits.startsWith('86') ? digits.slice(2) : digits).slice(0, 11)
}

export const cleanCode = (typed: string): string => typed.replace(/\D/g, '').slice(0, codeLength)

export const isPhone = (phone: string): boolean => /^1[3-9]\d{9}$/.test(phone)

/** The first thing that is missing, in the order of the form. */
export const problemOf = ({ phone, code, agreed }: LoginFields): LoginProblem | undefined => {
  if (!isPhone(phone)) return 'phoneInvalid'
  if (code.length !== codeLength) return 'codeInvalid'
  return agreed ? undefined : 'agreeFirst'
}
