import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isOfMoment, keptTodayName, momentOf, type KeptToday } from './kept-today.ts'
import { Today } from './today.tsx'

afterEach(cleanup)

const afternoon = new Date(2026, 10, 20, 15)
const keptOf = (client: QueryClient) => client.getQueryData<KeptToday>(['remembered', keptTodayName])

const show = (client: QueryClient, saidAt: Date | undefined, text: string) => (
  <QueryClientProvider client={client}>
    <Today saidAt={saidAt}>
      <p>{text}</p>
    </Today>
  </QueryClientProvider>
)

test('what was last drawn of today is kept, and nothing that is still being asked for', async () => {
  const client = new QueryClient()
  const { rerender } = render(show(client, undefined, '正在读取'))
  rerender(show(client, afternoon, '36 张待复习'))
  await vi.waitFor(() => expect(keptOf(client)?.drawn).toEqual([['p', {}, '36 张待复习']]))
  rerender(show(client, afternoon, '35 张待复习'))
  await vi.waitFor(() => expect(keptOf(client)?.drawn).toEqual([['p', {}, '35 张待复习']]))
})

test('it is put back on the same study day, while the same greeting holds', () => {
  const kept: KeptToday = { ...momentOf(afternoon), drawn: [] }
  expect(isOfMoment(kept, new Date(2026, 10, 20, 17))).toBe(true)
  expect(isOfMoment(kept, new Date(2026, 10, 20, 18)), 'evening').toBe(false)
  expect(isOfMoment(kept, new Date(2026, 10, 21, 15)), 'the next day').toBe(false)
})
