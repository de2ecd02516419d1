import { useSearchParams } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import { useRefreshLabels } from '#src/i18n/refresh-labels.ts'
import ownPacks from '#src/i18n/zh-CN/own-packs.json'
import { useRefresh } from '#src/queries/refresh.ts'
import { PullToRefresh } from '#src/ui/pull-to-refresh.tsx'
import { Favorites } from './favorites.tsx'
import { MyPacks } from './my-packs.tsx'
import { readFilters } from './pack-filters.ts'
import { useMyPacks } from './use-my-packs.ts'

addMessages('own-packs', ownPacks)

/** The lower half of /home, in a chunk of its own: the first frame does not wait for it. */
export const OwnPacksScreen = () => {
  const [params] = useSearchParams()
  const filters = readFilters(params)
  const list = useMyPacks(filters, params.has('study'))
  return (
    <>
      <PullToRefresh onRefresh={useRefresh()} labels={useRefreshLabels()} />
      <MyPacks filters={filters} list={list} />
      <Favorites />
    </>
  )
}
