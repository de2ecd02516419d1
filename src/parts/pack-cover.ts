import type { Named } from '#contract/wire.ts'
import { cardPackPath, privateCardPackPath } from '#src/lib/paths.ts'

/** A pack as a list or a shelf needs it: of the library, or made by the student. */
export type ListedPack = {
  id: string
  title: string
  label: string
  /** Without a name while the server has not said it. */
  subject: Named
  /** Made by the student: it has a page of another kind. */
  isOwn?: boolean
}

/** The cover of a pack; one whose subject has no name yet is marked by its own. */
export function coverOf({ subject, label }: Pick<ListedPack, 'subject' | 'label'>) {
  return { subject: subject.id, label, mark: Array.from(subject.name || label)[0] ?? '' }
}

export function packPath({ id, isOwn }: Pick<ListedPack, 'id' | 'isOwn'>): string {
  return isOwn === true ? privateCardPackPath(id) : cardPackPath(id)
}
