import type { CardPack } from '#contract/packs.ts'
import type { Named } from '#contract/wire.ts'
import type { StoredPack } from './schema.ts'

export type PackHead = Pick<CardPack, 'id' | 'title' | 'label'> & { subject: Named }

const isSameHead = (stored: StoredPack, pack: PackHead): boolean =>
  stored.title === pack.title &&
  stored.label === pack.label &&
  stored.subject.id === pack.subject.id &&
  stored.subject.name === pack.subject.name

/**
 * Whether a pack of a list is on this device already, whole and in that version, with the strokes of its
 * characters. Without a version it is not known.
 */
export function isCurrent(
  stored: StoredPack | undefined,
  pack: PackHead,
  version: string | undefined,
): boolean {
  return (
    version !== undefined &&
    stored?.version === version &&
    stored.status === 'ready' &&
    stored.hasStrokes === true &&
    isSameHead(stored, pack)
  )
}
