import type { TObject, TSchema } from 'typebox'

export type Endpoint = {
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  reply: TSchema
  /** `upload` takes an upload ticket or a session. */
  access: 'public' | 'session' | 'upload'
  /** `shared`: the same for every student, may enter the worker's cache and carries an ETag. */
  cache: 'shared' | 'private'
  /** Sending it twice changes no more than sending it once. */
  idempotent: boolean
  /**
   * Asks the database each time whether the session still stands: where money or the account itself is at
   * stake, a session that was ended elsewhere must not live on in this process's memory.
   */
  fresh?: true
  /**
   * Open to those under 14 before a guardian has agreed, although it is no GET: it only reads, removes or takes
   * back, saves answers that were already given, or belongs to the account itself, which its owner must be able
   * to enter, name, secure and leave (the profile, the ways to sign in, the consent). Whatever else a call stores
   * about the student waits for the guardian.
   */
  beforeConsent?: true
}

/** A signed-in student's call that may be repeated. */
export const own = { access: 'session', cache: 'private', idempotent: true } as const
/** Removes something of the student's own, or takes it back: no consent is needed for that. */
export const ownRemoval = { ...own, beforeConsent: true } as const
/** A POST that only reads. */
export const ownRead = { ...own, beforeConsent: true } as const
/** The account itself. */
export const account = { ...own, fresh: true, beforeConsent: true } as const
export const accountOnce = { ...account, idempotent: false } as const
/** Coins and money. */
export const money = { ...own, fresh: true } as const
/** For accounts that the operator named; the server refuses all others. */
export const staff = { ...own, fresh: true } as const
/** Gives up what was to be paid. */
export const moneyRemoval = { ...money, beforeConsent: true } as const
/** The same for every student. */
export const shared = { access: 'public', cache: 'shared', idempotent: true } as const
/** Without a session, and not the same for everybody. */
export const open = { access: 'public', cache: 'private', idempotent: true } as const
export const openOnce = { access: 'public', cache: 'private', idempotent: false } as const
/** Study records go up with an upload ticket, also when the session is over. */
export const upload = { access: 'upload', cache: 'private', idempotent: true, beforeConsent: true } as const
