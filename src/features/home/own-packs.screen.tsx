import { lazy, Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import ownPacks from '#src/i18n/zh-CN/own-packs.json'
import { Favorites } from './favorites.tsx'
import { MyPacks } from './my-packs.tsx'
import { readFilters } from './pack-filters.ts'
import { useMyPacks } from './use-my-packs.ts'

addMessages('own-packs', ownPacks)

/** By itself, so that the first chunk need not list its files. To go without it is no failure. */
const PullToRefresh = lazy(() =>
  import('#src/parts/pull-to-refresh.tsx').then(
    (module): { default: ComponentType } => ({ default: module.PullToRefresh }),
    () => ({ default: () => null }),
  ),
)

/** The lower half of /home, in a chunk of its own: the first frame does not wait for it. */
export function OwnPacksScreen() {
  const [params] = useSearchParams()
  const filters = readFilters(params)
  const list = useMyPacks(filters, params.has('study'))
  return (
    <>
      <Suspense>
        <PullToRefresh />
      </Suspense>
      <MyPacks filters={filters} list={list} />
      <Favorites />
    </>
  )
}
