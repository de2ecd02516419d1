import { useTranslation } from 'react-i18next'
import type { ListedPack } from '#src/parts/pack-cover.ts'
import { CardRow, PackRow } from '#src/parts/pack-row.tsx'
import type { DeviceCard, SearchablePack } from './device-search.ts'

/** What search found on the device, one's own packs among it. */

const listed = ({ packId, isPrivate, ...pack }: SearchablePack): ListedPack => ({
  ...pack,
  id: packId,
  isOwn: isPrivate,
})

export function DevicePackRow({ pack, onOpen }: { pack: SearchablePack; onOpen: () => void }) {
  const { t } = useTranslation('discovery')
  return (
    <PackRow
      pack={listed(pack)}
      note={t('search.cardCount', { cards: pack.cardCount })}
      trailing={pack.isPrivate ? t('search.own') : undefined}
      onOpen={onOpen}
    />
  )
}

export function DeviceCardRow({ card, onOpen }: { card: DeviceCard; onOpen: () => void }) {
  const { t } = useTranslation('discovery')
  return (
    <CardRow
      card={card}
      pack={listed(card.pack)}
      trailing={card.pack.isPrivate ? t('search.own') : undefined}
      onOpen={onOpen}
    />
  )
}
