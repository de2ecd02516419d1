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
}

/** A signed-in student's call that may be repeated. */
export const own = { access: 'session', cache: 'private', idempotent: true } as const
/** A signed-in student's call that counts each time. */
export const ownOnce = { access: 'session', cache: 'private', idempotent: false } as const
/** The same for every student. */
export const shared = { access: 'public', cache: 'shared', idempotent: true } as const
/** Without a session, and not the same for everybody. */
export const open = { access: 'public', cache: 'private', idempotent: true } as const
export const openOnce = { access: 'public', cache: 'private', idempotent: false } as const
/** Study records go up with an upload ticket, also when the session is over. */
export const upload = { access: 'upload', cache: 'private', idempotent: true } as const
