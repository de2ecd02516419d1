import type { CodePurpose } from '#contract/account.ts'
import type { TestServer } from './test-server.ts'

/** Asks for a code and returns it, as the console gateway lets the tests see it. */
export async function codeFor(server: TestServer, phone: string, purpose: CodePurpose): Promise<string> {
  const { data, message } = await server.call('POST /auth/send-code', { phone, purpose })
  if (data?.devCode === undefined) throw new Error(`no code for ${purpose}: ${message}`)
  return data.devCode
}
