/**
 * What `make` gives for a key, made once for all who ask. A failure is theirs who asked meanwhile: it is not kept,
 * and the next one makes it anew.
 */
export const makeOnce = <K extends string, T>(
  made: Partial<Record<K, Promise<T>>>,
  key: K,
  make: () => Promise<T>,
): Promise<T> => {
  const known = made[key]
  if (known) return known
  const making = make()
  made[key] = making
  making.catch(() => {
    if (made[key] === making) delete made[key]
  })
  return making
}
