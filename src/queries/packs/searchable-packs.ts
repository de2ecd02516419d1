import { useMemo } from 'react'
import type { Catalogue } from '#contract/packs.ts'
import { labelOf, onlyChapter } from '#contract/private-card.ts'
import type { Account } from '#src/offline/account.ts'
import { readReadyPacks, type StoredPacks } from './downloads.ts'
import { ownPack, type OwnPack } from '../private-packs/private-pack-changes.ts'
import { useStoredValue } from '../stored-value.ts'
import { useKnownWaitingCalls } from '../sync/waiting-calls.ts'

type SearchablePack = Pick<
  StoredPacks[number],
  'packId' | 'title' | 'label' | 'subject' | 'cardCount' | 'isPrivate'
> & {
  catalogue: Catalogue
}

const readSearchable = async (account: Account, isWanted: (pack: StoredPacks[number]) => boolean) => {
  const packs = (await readReadyPacks(account)).filter(isWanted)
  const withCatalogue = packs.map(async (pack) => ({
    ...pack,
    catalogue: await account.catalogue(pack.packId),
  }))
  return (await Promise.all(withCatalogue)).flatMap(({ catalogue, ...pack }) =>
    catalogue ? [{ ...pack, catalogue }] : [],
  )
}
const readAll = (account: Account) => readSearchable(account, () => true)
const readOwn = (account: Account) => readSearchable(account, ({ isPrivate }) => isPrivate)

/** The first line of what is written on it. */
const titleOfFront = (front: string): string =>
  front
    .replace(/\*\*|\$\$?/g, '')
    .trim()
    .split('\n')[0] ?? ''

/** A pack that has not been sent: its cards are in the calls that make it. */
const fromWaiting = ({ id, title, subjectId, cards, cardCount }: OwnPack): SearchablePack => ({
  packId: id,
  title,
  label: labelOf(title),
  subject: { id: subjectId, name: '' },
  cardCount,
  isPrivate: true,
  catalogue: {
    packId: id,
    version: '',
    chapters: [
      {
        ...onlyChapter,
        cards: cards.map((card) => ({
          id: card.id,
          title: titleOfFront(card.front),
          hash: '',
          preview: false,
        })),
      },
    ],
  },
})

/**
 * Packs on this device with the titles of their cards, to be searched here; undefined until read.
 * @param which `own`: those that the student made, which no search of the server finds
 */
export function useSearchablePacks(which: 'all' | 'own'): SearchablePack[] | undefined {
  const stored = useStoredValue(which === 'all' ? readAll : readOwn, ['packs'])
  const calls = useKnownWaitingCalls()
  return useMemo(() => {
    if (stored === undefined || calls === undefined) return undefined
    const known = new Set(stored.map(({ packId }) => packId))
    const waiting = calls
      .filter((call) => call.endpoint === 'POST /private-packs')
      .map((call) => String(call.input.packId))
      .filter((packId) => !known.has(packId))
      .flatMap((packId) => ownPack(packId, undefined, calls) ?? [])
    return [...waiting.map(fromWaiting), ...stored]
  }, [stored, calls])
}
