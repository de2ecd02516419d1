import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CardText } from '#contract/text/card-text.ts'
import type { Timestamp, NullableTimestamp, Json } from './columns.ts'

export type PackTables = {
  grades: { id: string; position: number; name: string; stage: '小学' | '初中' | '高中' }
  subjects: { id: string; position: number; name: string }
  knowledge_points: { id: string; position: number; subject_id: string; name: string }
  teachers: { id: string; subject_id: string; name: string; bio: Json<CardText> }
  card_packs: {
    id: string
    slug: string | null
    owner_id: string | null
    title: string
    label: string
    summary: string
    intro: Json<CardText>
    source: string
    grade_id: string
    subject_id: string
    /** Null for a private pack, like `slug` and `teacher_id`. */
    knowledge_point_id: string | null
    teacher_id: string | null
    price_coins: number
    card_count: number
    preview_count: number
    size_bytes: number
    /** Of a private pack: see `cards.text_bytes`. */
    text_bytes: ColumnType<number | null, number | null | undefined, number | null>
    featured_position: number | null
    rating_sum: Generated<number>
    review_count: Generated<number>
    learner_count: Generated<number>
    /** How many reviews gave 1, 2, 3, 4, 5. */
    rating_counts: Generated<number[]>
    weekly_answers: Generated<number>
    /** Of older processes. */
    search_grams: Generated<string[]>
    /** Starts with what the title sorts by: its words and pinyin. */
    search_text: string
    catalogue_version: string
    created_at: Timestamp
    updated_at: Timestamp
    removed_at: NullableTimestamp
  }
  chapters: { pack_id: string; id: string; position: number; title: string }
  cards: {
    id: string
    pack_id: string
    slug: string | null
    chapter_id: string
    position: number
    title: string
    hash: string
    preview: boolean
    content: Json<CardContent>
    markdown: ColumnType<CardMarkdown | null, string | null | undefined, string | null>
    /** Of older processes, like `search_text`: see `search_entries`. */
    search_grams: Generated<string[]>
    search_text: Generated<string>
    /** Of a private card, prepared and as it was written; `wire_bytes`: prepared and compressed. */
    text_bytes: ColumnType<number | null, number | null | undefined, number | null>
    wire_bytes: ColumnType<number | null, number | null | undefined, number | null>
    removed_at: NullableTimestamp
    /** Where exploration finds it: `grade/subject` of its public pack. */
    feed_shelf: ColumnType<string | null, string | null | undefined, string | null>
    feed_key_a: GeneratedAlways<number>
    feed_key_b: GeneratedAlways<number>
  }
  /** Public packs with entries. */
  search_packs: {
    pack_id: string
    tier: number
    /** What search orders by: those of the pack some minutes ago. Null where an older process placed it. */
    learners: ColumnType<number | null, number | null | undefined, number | null>
    indexed_at: Timestamp
  }
  search_entries: {
    /** Of a card, or of the pack itself. */
    id: string
    pack_id: string
    position: number
    title: string
    text: string
    tokens: number[]
    listed_at: Timestamp
  }
  library_versions: { id: string; version: string; loaded_at: Timestamp }
}

/** What `cards.content` holds: a card without its ids, titles and hash. */
export type CardContent = {
  front: CardText
  back: CardText
  hint?: CardText
  explanation?: CardText
  answer?: string
  tag?: string
}

/** A private card as its owner wrote it. */
export type CardMarkdown = { front: string; back: string; hint?: string; explanation?: string }
