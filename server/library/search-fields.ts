import { pinyin } from 'pinyin-pro'
import { gramsOf, normalised } from '#server/db/search-text.ts'

/** What search finds a pack or card by, computed when it is written. */

const hanPattern = /\p{Script=Han}+/gu

const readings = (text: string): { full: string; initials: string } => {
  const runs = (text.match(hanPattern) ?? []).map((run) =>
    pinyin(run, { toneType: 'none', type: 'array', v: true }),
  )
  return {
    full: runs.map((syllables) => syllables.join('')).join(' '),
    initials: runs.map((syllables) => syllables.map((syllable) => syllable.slice(0, 1)).join('')).join(' '),
  }
}

/** Without symbols, so that 唐诗三百首精选 finds 唐诗三百首·精选. */
const compact = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * The text starts with the reading of the first part, so that it also sorts titles by pinyin.
 * @param parts the title first
 */
export const searchFields = (...parts: string[]): { search_text: string; search_grams: string[] } => {
  const forms = parts.map(normalised).flatMap((part) => {
    const { full, initials } = readings(compact(part))
    const latin = part.replace(hanPattern, ' ').trim()
    return [full || latin, part, compact(part), initials]
  })
  const text = [...new Set(forms)].filter(Boolean).join(' ')
  return { search_text: text, search_grams: gramsOf(text) }
}
