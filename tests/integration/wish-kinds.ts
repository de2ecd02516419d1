/** What a student may want that is no study record. */

const publicWishKinds = [
  'name',
  'new-cards',
  'order',
  'autoplay',
  'theme',
  'favorite',
  'review',
  'remove-review',
  'vote',
  'report',
  'favorite-missing',
  'review-locked',
] as const

const privateWishKinds = [
  'make-pack',
  'rename-pack',
  'put-card',
  'add-card',
  'remove-card',
  'remove-pack',
] as const

export const wishKinds = [...publicWishKinds, ...privateWishKinds] as const
export type WishKind = (typeof wishKinds)[number]
export type PublicWishKind = (typeof publicWishKinds)[number]
export type PrivateWishKind = (typeof privateWishKinds)[number]

export function isPrivateWish(wish: string): wish is PrivateWishKind {
  return privateWishKinds.some((kind) => kind === wish)
}
