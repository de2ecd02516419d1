import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { privateCardPackPath } from '#src/lib/paths.ts'
import { useStoredPacks } from '#src/queries/packs/downloads.ts'
import type { usePrivatePacks } from '#src/queries/private-packs/generation.ts'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { Menu } from '#src/ui/layers/menu.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import { RemovePackDialog } from './remove-pack-dialog.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import styles from './generation.module.css'

type Packs = NonNullable<ReturnType<typeof usePrivatePacks>['packs']>

/** The saved packs, the newest first, with what can be done to each. */
export function OwnPackRows({ packs }: { packs: Packs }) {
  const { t } = useTranslation('generation')
  const navigate = useNavigate()
  const [removing, setRemoving] = useState<Packs[number]>()
  const stored = useStoredPacks()
  // What is not on this device is downloaded by its own page first.
  const study = (packId: string): void => {
    const isHere = stored?.some((pack) => pack.packId === packId) === true
    void navigate(`${privateCardPackPath(packId)}${isHere ? '?study=1' : ''}`)
  }
  return (
    <Section title={t('list.packs')}>
      <Surface kind="rows">
        <VirtualList
          between="lines"
          items={packs}
          keyOf={({ id }) => id}
          label={t('list.packs')}
          estimatedRowPx={72}
          memoryKey="my-generation"
        >
          {(pack) => (
            <div className={styles.packRow}>
              <ListRow
                strong
                title={<bdi>{pack.title}</bdi>}
                note={[
                  t('cardCount', { count: pack.cardCount }),
                  ...pack.place,
                  ...(pack.isWaiting ? [t('pack.waiting')] : []),
                ].join(' · ')}
                renderLink={(parts) => <Link to={privateCardPackPath(pack.id)} {...parts} />}
              />
              <Menu
                label={t('list.actions', { title: pack.title })}
                items={[
                  {
                    id: 'study',
                    label: t('pack.study'),
                    icon: 'books',
                    onPress: () => study(pack.id),
                  },
                  {
                    id: 'remove',
                    label: t('pack.remove'),
                    icon: <MoreIcon name="trash" size={20} />,
                    danger: true,
                    onPress: () => setRemoving(pack),
                  },
                ]}
              />
            </div>
          )}
        </VirtualList>
      </Surface>
      <RemovePackDialog pack={removing} onClose={() => setRemoving(undefined)} />
    </Section>
  )
}
