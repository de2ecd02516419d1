import { useTranslation } from 'react-i18next'
import type { PackSummary } from '#contract/packs.ts'
import { PackRow } from '#src/parts/pack-row.tsx'
import { useOffer, type Owned } from './use-offer.ts'
import styles from './discovery.module.css'

type LibraryPackRowProps = {
  pack: PackSummary
  owned: Owned
  onOpen?: () => void
}

/** A pack of the library: what it is about, and its price, or what it is to its owner. */
export function LibraryPackRow({ pack, owned, onOpen }: LibraryPackRowProps) {
  const { t } = useTranslation('discovery')
  const offer = useOffer()
  return (
    <PackRow
      pack={pack}
      note={
        <span className={styles.oneLine}>
          {t('packNote', {
            point: pack.knowledgePoint.name,
            cards: pack.cardCount,
            teacher: pack.teacher.name,
          })}
        </span>
      }
      trailing={offer(pack, owned.get(pack.id))}
      onOpen={onOpen}
    />
  )
}
