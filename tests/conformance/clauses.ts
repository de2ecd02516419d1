/**
 * The specification in clauses. Each test of this folder names the clauses that it checks, in brackets at the
 * start of its title; a test holds that no clause is left without one, and `docs/conformance.md` is made of both.
 */
export const clauses = {
  '2.1': '/ leads to /home',
  '2.2': 'The public screens (/login, /privacy, /user-agreement, /payment) open without a token',
  '2.3':
    'Every other address is for signed-in students: without a stored token it leads to /login, at every navigation',
  '2.4': 'All 21 routes show their screen',
  '2.5': 'Any other path shows the not-found page',
  '2.6': 'The protected pages share one layout under the root route',
  '2.7': 'Screens load on demand; a chunk that takes longer than 120 s counts as a timeout',
  '2.8': 'A debug console loads when the address contains the debug marker, and only then',
  '2.9': 'The flags of the recharge and the coin-history panel are remembered globally',
  '2.10': 'The coin-history panel shows only while the recharge panel is closed',
  '3.1': 'An avatar that does not start with http is made absolute with the asset host',
  '3.2':
    'The current theme’s login_bg is kept in local storage and is the login background before any request',
  '3.3': 'canSeeAdmin is true unless the name is dontHaveAccess',
  '3.4': 'isLoggedIn requires both a user and a stored token',
  '3.5': 'The reply wrapper holds code, message, show_type and data',
  '3.6': 'Requests carry the parameters that the specification names',
  '4.1': 'Start-up goes from loading to loaded with the user or with none',
  '4.2': 'A profile fetch that is refused clears the token and the user',
  '4.3': 'The token is stored under access_token',
  '4.4': 'Logging out removes the token and leads to /login',
  '4.5': 'HTTP 401 or code 4001 clears the token and leads to /login',
  '4.6':
    'Local storage holds the WeChat openid with its time, the login background, the locale and the panel flags',
  '4.7': 'A pack is made a favourite and taken back',
  '4.8': 'A review is liked and disliked, and each is taken back',
  '4.9': 'Toasts: five kinds, 2000 ms, appearing after 10 ms, fading out over 300 ms',
  '5.1': 'paymentMethod is balance by default',
  '6.1': 'Public pages need no token, all others do',
  '6.2': 'isLoggedIn and canSeeAdmin are the flags',
  '7.1': 'Every request carries AppName, and with a token a bearer Authorization header',
  '7.2': 'The base address of the API is configured',
  '7.3': 'Requests time out after 10 s',
  '7.4': 'Code 2000 unwraps data; any other code is an error with message, code and show_type',
  '7.5': 'The profile is asked for at start-up',
  '7.6': 'Every call of the table answers under its method and path',
  '7.7': 'A failed upload of study records logs an error and returns nothing',
  '7.8': 'Chunks are fetched from the root path',
  '8.1': 'Network failure: its message',
  '8.2': 'Timeout: its message',
  '8.3': 'HTTP 401: its message, token cleared, /login',
  '8.4': 'HTTP 403: its message',
  '8.5': 'HTTP 404: its message',
  '8.6': 'HTTP 500: its message',
  '8.7': 'Another status with a code other than 2000: the body’s message, or 操作失败',
  '8.8': 'Code 4001 behaves like 401',
  '8.9': 'Other bodies: their message, or 请求失败 with the status',
  '8.10': 'No response at all: its message',
  '8.11': 'show_type: 0 silent, 1 warning, 2 error, 3 info, anything else error',
  '8.12': 'A failed study upload logs `report study record failed` and shows nothing',
  '8.13': 'Chunk failures are reported as a chunk load error, stylesheets as theirs',
  '9.1': 'Page 1 and page size 10 are the defaults',
  '9.2': 'Replies count as fresh for 5 minutes',
  '9.3': 'Load-more begins 100 px before the end',
  '9.4': 'The default locale is zh-CN, read from local storage or the browser’s language',
  '9.5': 'About 50 locales are listed, and zh-CN messages serve all',
  '9.6': 'he, ar, fa and ku are right to left',
} as const

export type ClauseId = keyof typeof clauses

/** The clauses that a test's title names: `[8.1, 8.2] …`. */
export const clausesOf = (title: string): string[] =>
  /^\[([\d., ]+)\]/
    .exec(title)?.[1]
    ?.split(',')
    .map((id) => id.trim()) ?? []
