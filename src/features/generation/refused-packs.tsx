import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { patterns } from '#src/lib/paths.ts'
import {
  usePrivatePackActions,
  useRefusedPacks,
  type RefusedPack,
} from '#src/queries/private-packs/generation.ts'
import { useGenerationDraft } from '#src/queries/private-packs/generation-draft.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

/** Packs that the server did not take: each becomes the draft again, to be corrected and saved again. */
export function RefusedPacks({ hasDraft }: { hasDraft: boolean }) {
  const { t } = useTranslation('generation')
  const navigate = useNavigate()
  const { change } = useGenerationDraft()
  const { dropRefused } = usePrivatePackActions()
  const [asked, setAsked] = useState<RefusedPack>()
  const mend = (pack: RefusedPack): void => {
    const { id: packId, title, gradeId, subjectId, cards } = pack
    change({ packId, title, gradeId, subjectId, cards, text: '', format: 'notes', problems: [] })
    void dropRefused(packId)
    void navigate(`${patterns.generate}?review=1`)
  }
  return (
    <>
      {useRefusedPacks().map((pack) => (
        <Banner
          key={pack.id}
          tone="danger"
          action={{ label: t('list.fixAction'), onPress: () => (hasDraft ? setAsked(pack) : mend(pack)) }}
        >
          {t('list.refused', { title: pack.title, reason: pack.reason ?? t('refusedUnsaid') })}
        </Banner>
      ))}
      <ReplaceDialog
        reason={asked && t('replace.draft')}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && mend(asked)}
      />
    </>
  )
}
