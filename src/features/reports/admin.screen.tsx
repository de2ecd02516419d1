import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import admin from '#src/i18n/zh-CN/admin.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { adminLayer, patterns } from '#src/lib/paths.ts'
import { canSeeAdmin, useProfile } from '#src/queries/account.ts'
import { ownReportsQuery } from '#src/queries/packs/card-reports.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { OpenReports } from './open-reports.tsx'
import { OwnReports } from './own-reports.tsx'

addMessages('admin', admin)

/** 管理, over /me: what the student reported and what became of it; for staff, everybody's open reports as well. */
export function AdminLayer() {
  const { t } = useTranslation('admin')
  const { pathname } = useLocation()
  const layer = useAddressLayer(adminLayer)
  const { data: profile } = useProfile()
  const maySee = profile !== undefined && canSeeAdmin(profile)
  return (
    <Sheet
      open={layer.value !== null && pathname === patterns.me && maySee}
      onClose={layer.close}
      title={t('title')}
      closeLabel={t('close')}
    >
      <Reports />
    </Sheet>
  )
}

const Reports = () => {
  const { api } = useRuntime()
  const own = useInfiniteQuery(ownReportsQuery(api))
  return (
    <>
      {own.data?.pages[0]?.isStaff && <OpenReports />}
      <OwnReports />
    </>
  )
}
