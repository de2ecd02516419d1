import type { EndpointKey, Input, Reply } from '#contract/api.ts'
import { createApi } from '#src/api/client.ts'

/** The page's own client, spoken from the test: to prepare a student and to ask what the server has. */
export function callAs<K extends EndpointKey>(
  host: string,
  token: string | null,
  key: K,
  input: Input<K>,
): Promise<Reply<K>> {
  const call = createApi({ host, accessToken: () => token }).call as (
    key: K,
    input: Input<K>,
  ) => Promise<Reply<K>>
  return call(key, input)
}
