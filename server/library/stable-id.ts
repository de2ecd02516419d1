import { createHash } from 'node:crypto'

/** Made once for this library; another value would give every card a new id and lose its learners' progress. */
const libraryNamespace = Buffer.from('5b1e6f0c2a7d4c3e9f58d0c1b7a4e362', 'hex')

/** UUID version 5 (RFC 9562, section 5.5) of a name in the library's namespace. */
const uuidOf = (name: string): string => {
  const bytes = createHash('sha1').update(libraryNamespace).update(name, 'utf8').digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A pack keeps its id as long as its slug stays. */
export function packIdOf(packSlug: string): string {
  return uuidOf(packSlug)
}

/** A card keeps its id as long as the two slugs stay, wherever it moves within the pack. */
export function cardIdOf(packSlug: string, cardSlug: string): string {
  return uuidOf(`${packSlug}/${cardSlug}`)
}
