/** Limits and numbers of single words that page and server share; schema files repeat none of them. */

/** Characters of a pack review, and of a report about a card. */
export const maxCommentLength = 500

export const maxPrivatePacks = 200
/** Deleted ones included: their rows stay. */
export const maxPrivatePacksEver = 5000
export const maxCardsInPrivatePack = 1000
/** Cards in one call; a larger pack is saved in several. */
export const maxPrivateCardsPerRequest = 200
/** Cards ever made in a private pack, deleted ones included: their rows stay. */
export const maxCardsEverInPrivatePack = 5000
/** All cards of a private pack together, as they are prepared for the phone and as they were written. */
export const maxPrivatePackBytes = 8_000_000
/** All private packs of a student together. */
export const maxPrivateBytes = 40_000_000
export const maxPackTitleLength = 40
/** One side of a card as it is written. */
export const maxCardSideLength = 4000

/**
 * Answers of one student to one card that count: an answer that comes late folds all of them again, so there must
 * be an end to them. Forty a day for fifty days do not reach it; a program that makes them up does.
 */
export const maxAnswersPerCard = 2000

/**
 * Text that is within `maxCardSideLength` can still take its parsers seconds. Of these the cards of the library use
 * a fifth at most, so that only malice and accidents meet them; `card-weight.ts` counts.
 */
export const maxCardSideLines = 120
/** Signs that mean something to Markdown: each makes the parser try something. */
export const maxCardSideSigns = 400
/** Bold in italics in bold …; lists and quotations within each other have a limit of their own. */
export const maxInlineDepth = 16
export const maxFormulaLength = 600
/** All formulas of a side together. */
export const maxCardSideFormulaLength = 1500
/** How deep the elements of a typeset formula stand within each other. */
export const maxFormulaDepth = 64
/** A side as it is prepared for the phone, in characters of JSON. */
export const maxPreparedSideLength = 16 * 1024
/** What the cards of one call may weigh together; more are saved in several. A card of four full sides fits. */
export const maxCardWeightPerRequest = 5000
export const maxCardSideWeight = maxCardWeightPerRequest / 4

/** Between the request to delete an account and its deletion. */
export const deletionCoolingOffDays = 7

/** For how long a fresh proof lets its session change the account. */
export const proofMinutes = 15
/** The wait of who cannot prove, and for how long the session may change the account after it. */
export const proofWaitHours = 24
export const proofWaitOpenHours = 24

/** How many events of an account its student sees. */
export const shownSecurityEvents = 20

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
  'securityEvents',
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
