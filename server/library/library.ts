import type { Stage } from '#contract/packs.ts'
import type { CardText } from '#contract/text/card-text.ts'
import type { CardContent } from '#server/db/schema/packs.ts'

/** The library as its files say it, checked and with its Markdown read. Ids are the files' slugs. */

export type Taxonomy = {
  grades: readonly { id: string; name: string; stage: Stage }[]
  subjects: readonly { id: string; name: string }[]
  knowledgePoints: readonly { id: string; name: string; subjectId: string }[]
}

export type LibraryTeacher = { id: string; name: string; subjectId: string; bio: CardText }

export type LibraryCard = { slug: string; title: string; preview: boolean; content: CardContent }

export type LibraryChapter = { id: string; title: string; cards: readonly LibraryCard[] }

export type LibraryPack = {
  slug: string
  title: string
  label: string
  gradeId: string
  subjectId: string
  knowledgePointId: string
  teacherId: string
  priceCoins: number
  summary: string
  intro: CardText
  source: string
  chapters: readonly LibraryChapter[]
}

export type Library = {
  taxonomy: Taxonomy
  teachers: readonly LibraryTeacher[]
  packs: readonly LibraryPack[]
  /** Pack slugs, the first shown first. */
  featured: readonly string[]
}
