/** Fixed numbers and names that the specification states (section 9) or that both runtimes must share. */

export const apiBasePath = '/api/client'
/** Sent as the `AppName` header with every request. */
export const appName = 'zhika-h5'

export const requestTimeoutMs = 10_000
export const chunkLoadTimeoutMs = 120_000
export const queryStaleTimeMs = 5 * 60_000
export const loadMoreThresholdPx = 100

export const defaultPage = 1
export const defaultPageSize = 10
export const maxPageSize = 50

export const successCode = 2000
export const sessionExpiredCode = 4001

export const accessTokenKey = 'access_token'
/** The theme of a new student; its row is always there. */
export const defaultThemeId = 'paper'

export const loginBackgroundKey = 'login_bg'
export const localeKey = 'locale'
export const defaultLocale = 'zh-CN'
/** The address parameter that loads the debug console: `?debug=1`. */
export const debugParameter = 'debug'

/** A user of this name may not see administration entries (specification, section 3). */
export const nameWithoutAdminAccess = 'dontHaveAccess'

export const toastDurationMs = 2000
export const toastAppearMs = 10
export const toastFadeMs = 300

/** Ids in one `card-details` call. */
export const maxCardsPerRequest = 200
/** Answers and undos together in one `user-study/record` call. */
export const maxAnswersPerRequest = 200
/** The largest request body that the server reads. */
export const maxBodyBytes = 256 * 1024

/**
 * Replies that are the same for every student: fetched without a token, kept in the worker's shared
 * cache. The endpoint table repeats this as `cache: 'shared'`; a test holds the two together.
 */
export const sharedReplyKeys = [
  'GET /categories-tree',
  'GET /discovery',
  'GET /discovery/grade/:gradeId',
  'GET /discovery/card-pack/:id/item',
  'GET /card-packs/:id/card-catalogue',
  'GET /card-packs/teacher/:teacherId/card-packs',
  'GET /themes/available',
  'GET /default-avatars',
] as const

/** Set by the worker on a shared reply that comes from its cache: such a reply never counts as fresh. */
export const storedReplyHeader = 'x-zhika-stored'

/** The tag under which the browser wakes the worker to send what waits. */
export const outboxSyncTag = 'outbox'
