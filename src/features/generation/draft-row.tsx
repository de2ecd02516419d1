import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { patterns } from '#src/lib/paths.ts'
import { useGenerationDraft, type GenerationDraft } from '#src/queries/private-packs/generation-draft.ts'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import styles from './generation.module.css'

/** What is not saved yet; opens where it was left. */
export function DraftRow({ draft }: { draft: GenerationDraft }) {
  const { t } = useTranslation('generation')
  const { clear } = useGenerationDraft()
  const [isAsking, setAsking] = useState(false)
  const count = draft.cards.length
  const to = count > 0 ? `${patterns.generate}?review=1` : patterns.generate
  return (
    <Section title={t('draft.name')}>
      <Surface kind="rows">
        <div className={styles.packRow}>
          <ListRow
            strong
            leading={<MoreIcon name="edit" size={20} />}
            title={<bdi>{draft.title || t('draft.name')}</bdi>}
            note={count > 0 ? t('draft.waiting', { count }) : t('draft.notesOnly')}
            renderLink={(parts) => <Link to={to} {...parts} />}
          />
          <IconButton
            icon={<MoreIcon name="trash" />}
            label={t('draft.remove')}
            onClick={() => setAsking(true)}
          />
        </div>
      </Surface>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('draft.removeTitle')}
        cancelLabel={t('cancel')}
        confirmLabel={t('pack.removeConfirm')}
        danger
        onConfirm={() => {
          setAsking(false)
          clear()
        }}
      >
        {t('draft.removeReason')}
      </Dialog>
    </Section>
  )
}
