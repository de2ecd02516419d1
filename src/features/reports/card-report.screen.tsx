import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import report from '#src/i18n/zh-CN/report.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { cardReportLayer, reportedCardOf, type ReportedCard } from '#src/lib/card-report-address.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { cardQuery } from '#src/queries/packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useAccountId } from '#src/queries/session-state.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { ReportForm } from './report-form.tsx'

addMessages('report', report)

/** 报错, over the player or a card's sheet, while the address asks for it. */
export const CardReportLayer = () => {
  const { t } = useTranslation('report')
  const layer = useAddressLayer(cardReportLayer)
  const target = reportedCardOf(layer.value)
  return (
    <Sheet open={target !== null} onClose={layer.close} title={t('title')} closeLabel={t('close')}>
      {target && <CardReport key={target.cardId} {...target} onClose={layer.close} />}
    </Sheet>
  )
}

const CardReport = ({ packId, cardId, onClose }: ReportedCard & { onClose: () => void }) => {
  const { t } = useTranslation('report')
  const runtime = useRuntime()
  const accountId = useAccountId()
  const query = useQuery(cardQuery(runtime, accountId, packId, cardId))
  const { data: card, error } = query
  if (card) return <ReportForm card={card} onClose={onClose} />
  if (card === null)
    return (
      <EmptyState icon={<MoreIcon name="lock" size={32} />} title={t('locked')} reason={t('lockedReason')} />
    )
  if (error === null) {
    return (
      <Loading label={t('loading')}>
        <RowBones count={4} />
      </Loading>
    )
  }
  return (
    <ErrorState
      title={t('failed')}
      reason={isOffline(error) ? t('offline') : messageOf(error)}
      retryLabel={t('retry')}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    />
  )
}
