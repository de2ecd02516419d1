import { transportMessages } from '#contract/transport-messages.ts'
import { ApiError, isDeviceOffline } from './api-error.ts'
import type { Api } from './client.ts'

/**
 * The client's code is loaded with the first call, so that the first frame does not wait for it. When
 * even that cannot be loaded, the call fails as one without a network does.
 */
export function apiOnDemand(load: () => Promise<Api>): Api {
  let loading: Promise<Api> | null = null

  const client = (): Promise<Api> => {
    loading ??= load().catch((cause: unknown) => {
      loading = null
      throw new ApiError(
        transportMessages.network,
        { kind: isDeviceOffline() ? 'offline' : 'network' },
        { cause },
      )
    })
    return loading
  }

  const call = async (...request: Parameters<Api['call']>): Promise<unknown> =>
    (await client()).call(...request)

  return { call: call as Api['call'] }
}
