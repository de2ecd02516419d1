import { VirtualGrid } from '#src/ui/virtual-grid.tsx'
import { PackTile } from './pack-tile.tsx'
import type { ShelfPack } from './shelf-pack.ts'

/** 我的卡包 of a student who has very many. */
export const LongPackGrid = ({ label, packs }: { label: string; packs: readonly ShelfPack[] }) => (
  <VirtualGrid items={packs} keyOf={({ id }) => id} label={label} memoryKey="own-packs">
    {(pack) => <PackTile pack={pack} />}
  </VirtualGrid>
)
