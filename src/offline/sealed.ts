/**
 * After a sign-out the account is sealed: what waits may still be sent, but nothing readable may come to
 * the device, not even from a download or an upload that was under way. The next sign-in opens it.
 */

type Meta = { getKey: (key: 'sealed') => Promise<unknown> }

/** The owner signed out while something of theirs was on its way to the device. */
class SealedError extends Error {
  override readonly name = 'SealedError'
}

export async function isSealed(meta: Meta): Promise<boolean> {
  return (await meta.getKey('sealed')) !== undefined
}

/**
 * For a transaction that would write something readable: ends it before it has written anything.
 * @throws SealedError
 */
export async function refuseSealed(meta: Meta): Promise<void> {
  if (await isSealed(meta)) throw new SealedError('signed out')
}
