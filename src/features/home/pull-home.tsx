import type { ReactElement } from 'react'
import { useRefreshLabels } from '#src/i18n/refresh-labels.ts'
import { useRefresh } from '#src/queries/refresh.ts'
import { PullToRefresh } from '#src/ui/pull-to-refresh.tsx'

/** /home pulled down: greeting, plan and packs alike. */
export const PullHome = (): ReactElement | null => (
  <PullToRefresh onRefresh={useRefresh()} labels={useRefreshLabels()} />
)
