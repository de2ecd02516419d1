import type { Kysely } from 'kysely'
import type { Product } from '#contract/wallet.ts'
import type { Schema } from '#server/db/schema.ts'

/** Ten coins cost one yuan; more at once brings some on top. */
const products: readonly Product[] = [
  { id: 'coins-60', name: '60 金币', coins: 60, bonusCoins: 0, priceCents: 600, badge: '' },
  { id: 'coins-100', name: '100 金币', coins: 100, bonusCoins: 5, priceCents: 1000, badge: '' },
  { id: 'coins-300', name: '300 金币', coins: 300, bonusCoins: 30, priceCents: 3000, badge: '常选' },
  { id: 'coins-680', name: '680 金币', coins: 680, bonusCoins: 100, priceCents: 6800, badge: '' },
  { id: 'coins-1280', name: '1280 金币', coins: 1280, bonusCoins: 260, priceCents: 12_800, badge: '最划算' },
]

/**
 * Brings the table in line with this version's products; one that is gone stays for its orders, and is sold no
 * more. Safe to repeat, and at once in several processes.
 */
export async function loadProducts(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto('products')
    .values(
      products.map(({ bonusCoins, priceCents, ...product }, position) => ({
        ...product,
        bonus_coins: bonusCoins,
        price_cents: priceCents,
        position,
        active: true,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        name: row.ref('excluded.name'),
        coins: row.ref('excluded.coins'),
        bonus_coins: row.ref('excluded.bonus_coins'),
        price_cents: row.ref('excluded.price_cents'),
        badge: row.ref('excluded.badge'),
        active: row.ref('excluded.active'),
      })),
    )
    .execute()
  await db
    .updateTable('products')
    .set({ active: false })
    .where('active', '=', true)
    .where(
      'id',
      'not in',
      products.map(({ id }) => id),
    )
    .execute()
}

export async function activeProducts(db: Kysely<Schema>): Promise<Product[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'coins', 'bonus_coins', 'price_cents', 'badge'])
    .where('active', '=', true)
    .orderBy('position')
    .execute()
  return rows.map(({ bonus_coins, price_cents, ...row }) => ({
    ...row,
    bonusCoins: bonus_coins,
    priceCents: price_cents,
  }))
}
