import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#src/queries/runtime.ts'
import { availableThemesQuery } from '#src/queries/themes.ts'
import { GalleryScreen } from '#src/gallery/gallery.tsx'

/** Development only: the kit with the themes of the server beside it. */
export function Gallery() {
  const { api } = useRuntime()
  const { data } = useQuery(availableThemesQuery(api))
  return <GalleryScreen themes={data ?? []} />
}
