import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useDraft } from './draft.ts'

afterEach(cleanup)

type Note = { about: string; text: string; stars: number }

const Form = ({ about }: { about: string }) => {
  const [note, change, forget] = useDraft<Note>(
    'note',
    { about, text: '', stars: 0 },
    (kept) => kept.about === about,
  )
  return (
    <>
      <textarea value={note.text} onChange={({ target }) => change({ text: target.value })} />
      <output>{note.stars}</output>
      <button type="button" onClick={() => change({ stars: 5 })}>
        五星
      </button>
      <button type="button" onClick={forget}>
        保存
      </button>
    </>
  )
}

const open = (client: QueryClient, about = '甲') => {
  cleanup()
  render(
    <QueryClientProvider client={client}>
      <Form about={about} />
    </QueryClientProvider>,
  )
  return screen.getByRole<HTMLTextAreaElement>('textbox')
}

test('what is written stays where the caret is, and is there again when the form is opened again', () => {
  const client = new QueryClient()
  const field = open(client)
  field.focus()
  fireEvent.change(field, { target: { value: '讲得清楚' } })
  field.setSelectionRange(1, 1)
  fireEvent.change(field, { target: { value: '讲解得清楚' } })
  expect(field.value).toBe('讲解得清楚')
  fireEvent.click(screen.getByText('五星'))
  expect(open(client).value).toBe('讲解得清楚')
  expect(screen.getByRole('status').textContent).toBe('5')
})

test('a draft about something else is left out', () => {
  const client = new QueryClient()
  fireEvent.change(open(client), { target: { value: '甲的问题' } })
  expect(open(client, '乙').value).toBe('')
})

test('a draft is gone once it is forgotten', () => {
  const client = new QueryClient()
  fireEvent.change(open(client), { target: { value: '写完了' } })
  fireEvent.click(screen.getByText('保存'))
  expect(open(client).value).toBe('')
})
