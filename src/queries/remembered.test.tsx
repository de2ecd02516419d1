import { QueryClient, QueryClientProvider, dehydrate } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRemembered } from './remembered.ts'

afterEach(cleanup)

const Choice = () => {
  const [grade, remember] = useRemembered('grade', 'all')
  return (
    <button type="button" onClick={() => remember('g8')}>
      {grade}
    </button>
  )
}
const show = (client: QueryClient) =>
  render(
    <QueryClientProvider client={client}>
      <Choice />
    </QueryClientProvider>,
  )

test('a choice is there at once, and for what asks later', () => {
  const client = new QueryClient()
  const first = show(client)
  expect(screen.getByRole('button').textContent).toBe('all')
  fireEvent.click(screen.getByRole('button'))
  first.unmount()
  show(client)
  expect(screen.getByRole('button').textContent).toBe('g8')
})

test('it is marked for the first frame’s slice, which leaves with the sign-out', () => {
  const client = new QueryClient()
  show(client)
  fireEvent.click(screen.getByRole('button'))
  const [kept] = dehydrate(client).queries
  expect(kept).toMatchObject({ meta: { persist: 'first-frame' }, state: { data: 'g8' } })
})
