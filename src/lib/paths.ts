/** Every address of the app, once. Patterns are for the router, the functions for links. */

export const patterns = {
  root: '/',
  login: '/login',
  privacy: '/privacy',
  userAgreement: '/user-agreement',
  payment: '/payment',
  home: '/home',
  resource: '/resource',
  generate: '/generate',
  explore: '/explore',
  myGeneration: '/my-generation',
  me: '/me',
  profileEdit: '/profile/edit',
  challengeConfig: '/profile/challenge-config',
  settings: '/settings',
  accountSecurity: '/settings/account-security',
  themeSettings: '/theme-settings',
  myLearning: '/my-learning',
  levelDetail: '/level-detail',
  cardPack: '/cardpack/:id',
  privateCardPack: '/private-cardpack/:id',
  teacher: '/teacher/:teacherId',
} as const

/** A visitor without a token may see these, and nothing else. */
export const publicPaths: readonly string[] = [
  patterns.login,
  patterns.privacy,
  patterns.userAgreement,
  patterns.payment,
]

export const cardPackPath = (id: string): string => `/cardpack/${encodeURIComponent(id)}`
export const paymentPath = (orderId: string): string => `/payment?order=${encodeURIComponent(orderId)}`
export const privateCardPackPath = (id: string): string => `/private-cardpack/${encodeURIComponent(id)}`
export const teacherPath = (teacherId: string): string => `/teacher/${encodeURIComponent(teacherId)}`

/** The login page, which leads back to `from` afterwards. */
export const loginPath = (from: string): string =>
  from === patterns.root || from === patterns.home
    ? patterns.login
    : `${patterns.login}?from=${encodeURIComponent(from)}`
