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

/** `/home/` is /home: one screen has one address. */
export function withoutTrailingSlash(pathname: string): string {
  return pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

/** A visitor without a token may see these, and nothing else. */
export const publicPaths: readonly string[] = [
  patterns.login,
  patterns.privacy,
  patterns.userAgreement,
  patterns.payment,
]

/** Whether /login stands at an address: it is asked for, or what is asked for needs a token. */
export function showsLogin(pathname: string, hasToken: boolean): boolean {
  return !hasToken && (pathname === patterns.login || !publicPaths.includes(pathname))
}

export function cardPackPath(id: string): string {
  return `/cardpack/${encodeURIComponent(id)}`
}
/** @param from where the student goes on afterwards, within this app */
export function paymentPath(orderId: string, from?: string): string {
  return `/payment?order=${encodeURIComponent(orderId)}${from === undefined ? '' : `&from=${encodeURIComponent(from)}`}`
}
/** The layer 管理 of /me. */
export const adminLayer = 'admin'
/** The value of the layer `recharge` when coins are missing for the pack below it. */
export const rechargeToUnlock = 'unlock'
export function privateCardPackPath(id: string): string {
  return `/private-cardpack/${encodeURIComponent(id)}`
}
export function teacherPath(teacherId: string): string {
  return `/teacher/${encodeURIComponent(teacherId)}`
}

/** The login page, which leads back to `from` afterwards. */
export function loginPath(from: string): string {
  return from === patterns.root || from === patterns.home
    ? patterns.login
    : `${patterns.login}?from=${encodeURIComponent(from)}`
}
