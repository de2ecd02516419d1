import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrivateCard, PrivatePack } from '#contract/generation.ts'
import { tableOfCards } from '#src/generator/table-file.ts'
import { maxCardsInPrivatePack } from '#contract/limits.ts'
import { saveFile } from '#src/device/save-file.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { usePrivatePackActions, type usePrivatePack } from '#src/queries/private-packs/generation.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { BottomBar } from '#src/ui/bars/bottom-bar.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Menu } from '#src/ui/layers/menu.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { CardFormSheet } from './card-form.tsx'
import { CardRows } from './card-rows.tsx'
import { RemovePackDialog } from './remove-pack-dialog.tsx'
import { RenameSheet } from './rename-sheet.tsx'
import { usePrivateStudy } from './use-private-study.ts'
import styles from './generation.module.css'

type PrivatePackViewProps = {
  pack: NonNullable<ReturnType<typeof usePrivatePack>['pack']>
  saved: PrivatePack | undefined
  /** The server declined some changes. */
  isRefused: boolean
  /** What it said. */
  refusal: string | undefined
  /** Why what is shown may be of an earlier time. */
  error: Error | null
  onBack: () => void
}

export function PrivatePackView({ pack, saved, isRefused, refusal, error, onBack }: PrivatePackViewProps) {
  const { t } = useTranslation('generation')
  const { t: shell } = useTranslation()
  const { newId } = useRuntime()
  const online = useIsOnline()
  const actions = usePrivatePackActions()
  const study = usePrivateStudy(pack, saved)
  const layer = useAddressLayer('card')
  const rename = useAddressLayer('rename')
  const [isRemoving, setRemoving] = useState(false)
  const open = pack.cards.find(({ id }) => id === layer.value)

  /** Closes the layer once the change is on the disk; what was typed stays when the disk refuses. */
  const keep = (change: Promise<unknown>, close: () => void): void =>
    void change.then(close, () => showToast('error', t('notKept')))
  const put = (fields: Omit<PrivateCard, 'id'>): void =>
    keep(actions.putCard(pack.id, { id: open?.id ?? newId(), ...fields }), layer.close)
  return (
    <>
      <TopBar
        title={pack.title}
        backLabel={shell('action.back')}
        onBack={onBack}
        trailing={
          <Menu
            label={t('pack.menu')}
            items={[
              {
                id: 'rename',
                label: t('pack.rename'),
                icon: <MoreIcon name="edit" size={20} />,
                onPress: () => rename.open(),
              },
              {
                id: 'export',
                label: t('pack.export'),
                icon: 'download',
                onPress: () =>
                  saveFile(`${pack.title}.csv`, 'text/csv;charset=utf-8', tableOfCards(pack.cards)),
              },
              {
                id: 'remove',
                label: t('pack.remove'),
                icon: <MoreIcon name="trash" size={20} />,
                danger: true,
                onPress: () => setRemoving(true),
              },
            ]}
          />
        }
      />
      <div className={styles.stack}>
        {pack.place.length > 0 && <p className={styles.facts}>{pack.place.join(' · ')}</p>}
        {isRefused && (
          <Banner tone="danger">{t('pack.refused', { reason: refusal ?? t('refusedUnsaid') })}</Banner>
        )}
        {pack.isWaiting && (
          <Banner tone="info">{t(online ? 'pack.waitingOnline' : 'pack.waitingReason')}</Banner>
        )}
        {!pack.isWaiting && <StaleNotice error={error} offline={t('pack.stale')} />}
      </div>
      <Section title={t('cardCount', { count: pack.cardCount })}>
        {pack.cards.length > 0 ? (
          <CardRows cards={pack.cards} memoryKey={`private-pack ${pack.id}`} onOpen={layer.open} />
        ) : (
          <EmptyState icon="books" title={t('pack.empty')} reason={t('pack.emptyReason')} />
        )}
        {pack.cards.length < maxCardsInPrivatePack && (
          <div className={styles.add}>
            <Button wide kind="secondary" onClick={() => layer.open('new')}>
              {t('card.add')}
            </Button>
          </div>
        )}
      </Section>
      {pack.cards.length > 0 && (
        <BottomBar>
          <Button wide onClick={study}>
            {t('pack.study')}
          </Button>
        </BottomBar>
      )}
      <CardFormSheet
        open={layer.value === 'new' || open !== undefined}
        card={open}
        onClose={layer.close}
        onSave={put}
        onRemove={() => open && keep(actions.removeCard(pack.id, open.id), layer.close)}
      />
      <RenameSheet
        open={rename.value !== null}
        value={pack}
        onClose={rename.close}
        onSave={({ title, gradeId, subjectId }) =>
          keep(actions.rename(pack.id, { title, gradeId, subjectId }), rename.close)
        }
      />
      <RemovePackDialog
        pack={isRemoving ? pack : undefined}
        onClose={() => setRemoving(false)}
        onRemoved={onBack}
      />
    </>
  )
}
