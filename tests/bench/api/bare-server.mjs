import fastify from 'fastify'

/**
 * What the server is compared with: Fastify with one route and no hook, which answers a list as short as a
 * page of packs: 20 items, about 3.4 kB.
 */
const items = Array.from({ length: 20 }, (_, index) => ({
  id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  title: '世界国家与首都',
  summary: '按大洲认首都，再由首都反认国家',
  cardCount: 60,
  priceCoins: 40,
}))
const app = fastify()
app.get('/bare', async () => ({ code: 2000, message: 'ok', show_type: 0, data: { items } }))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
