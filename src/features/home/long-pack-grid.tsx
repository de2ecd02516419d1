import { VirtualGrid } from '#src/ui/lists/virtual-grid.tsx'
import type { ShelfPack } from './shelf-pack.ts'
import { ShelfTile } from './shelf-tile.tsx'

/** 我的卡包 of a student who has very many. */
export function LongPackGrid({ label, packs }: { label: string; packs: readonly ShelfPack[] }) {
  return (
    <VirtualGrid items={packs} keyOf={({ id }) => id} label={label} memoryKey="own-packs">
      {(pack) => <ShelfTile pack={pack} />}
    </VirtualGrid>
  )
}
