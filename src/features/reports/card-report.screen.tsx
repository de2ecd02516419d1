import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import report from '#src/i18n/zh-CN/report.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { reportCardLayer, cardOfLayer, type CardOfLayer } from '#src/parts/card-layers.ts'
import { Asked } from '#src/parts/asked.tsx'
import { cardQuery } from '#src/queries/packs/packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useAccountId } from '#src/queries/session/session-state.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { ReportForm } from './report-form.tsx'

addMessages('report', report)

/** 报错, over the player or a card's sheet, while the address asks for it. */
export function CardReportLayer() {
  const { t } = useTranslation('report')
  const layer = useAddressLayer(reportCardLayer)
  const target = cardOfLayer(layer.value)
  return (
    <Sheet open={target !== null} onClose={layer.close} title={t('title')} closeLabel={t('close')}>
      {target && <CardReport key={target.cardId} {...target} onClose={layer.close} />}
    </Sheet>
  )
}

const CardReport = ({ packId, cardId, onClose }: CardOfLayer & { onClose: () => void }) => {
  const { t } = useTranslation('report')
  const runtime = useRuntime()
  const accountId = useAccountId()
  const query = useQuery(cardQuery(runtime, accountId, packId, cardId))
  return (
    <Asked query={query} skeleton={<RowsSkeleton count={4} />} failed={t('failed')} offline={t('offline')}>
      {(card) =>
        card === null ? (
          <EmptyState
            icon={<MoreIcon name="lock" size={32} />}
            title={t('locked')}
            reason={t('lockedReason')}
          />
        ) : (
          <ReportForm card={card} onClose={onClose} />
        )
      }
    </Asked>
  )
}
