/** Limits and numbers of single words that page and server share; schema files repeat none of them. */

/** Characters of a pack review, and of a report about a card. */
export const maxCommentLength = 500

export const maxPrivatePacks = 200
export const maxCardsInPrivatePack = 1000
/** Cards in one call; a larger pack is saved in several. */
export const maxPrivateCardsPerRequest = 200
/** All cards of a private pack together, as they are prepared for the phone. */
export const maxPrivatePackBytes = 8_000_000
export const maxPackTitleLength = 40
/** One side of a card as it is written. */
export const maxCardSideLength = 4000

/**
 * Answers of one student to one card that count: an answer that comes late folds all of them again, so there must
 * be an end to them. Forty a day for fifty days do not reach it; a program that makes them up does.
 */
export const maxAnswersPerCard = 2000

/** Between the request to delete an account and its deletion. */
export const deletionCoolingOffDays = 7

/** How long a QR code and an authorisation under way live. */
export const wechatStateSeconds = 300
export const wechatPollAfterMs = 2000

/** A search finds the best of what matches, and `total` says no more than this: a longer keyword finds the rest. */
export const maxFound = 1000

export const forecastDays = 14
export const trendWeeks = 12

/** The parts of the export of a student's data; the page puts them into one file. */
export const exportSections = [
  'account',
  'devices',
  'ledger',
  'orders',
  'unlocks',
  'favorites',
  'packReviews',
  'reviewVotes',
  'cardReports',
  'privatePacks',
  'privateCards',
  'studyDays',
  'studyStreaks',
  'studyPacks',
  'cardStates',
  'studyAnswers',
  'studyUndos',
] as const
export type ExportSection = (typeof exportSections)[number]
