import type { SecondPlace } from '#src/offline/unsent.ts'

/** A second place that a test can look into. */
export function placeOf(texts: Map<string, string>): SecondPlace {
  return {
    keys: () => [...texts.keys()],
    read: (key) => texts.get(key) ?? null,
    write: (key, text) => void texts.set(key, text),
    remove: (key) => void texts.delete(key),
  }
}
