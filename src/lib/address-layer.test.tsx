import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { useAddressLayer } from './address-layer.ts'

afterEach(cleanup)

let closeLater: () => void
const Screen = () => {
  const layer = useAddressLayer('panel')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (
    <>
      <output>{pathname + search}</output>
      <button type="button" onClick={() => layer.open('a')}>
        open
      </button>
      <button type="button" onClick={() => layer.change('b')}>
        change
      </button>
      <button type="button" onClick={layer.close}>
        close
      </button>
      <button type="button" onClick={() => (closeLater = layer.close)}>
        ask the server
      </button>
      <button type="button" onClick={() => closeLater()}>
        its answer comes
      </button>
      <button type="button" onClick={() => navigate('/home?study=1')}>
        study
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
    </>
  )
}

const start = (...entries: string[]) =>
  render(
    <MemoryRouter initialEntries={entries}>
      <Routes>
        <Route path="*" element={<Screen />} />
      </Routes>
    </MemoryRouter>,
  )
const press = (name: string) => fireEvent.click(screen.getByText(name))
const address = () => screen.getByRole('status').textContent

test('opening keeps the rest of the address, and back closes', () => {
  start('/home?subjectId=wuli')
  press('open')
  expect(address()).toBe('/home?subjectId=wuli&panel=a')
  press('back')
  expect(address()).toBe('/home?subjectId=wuli')
})

test('closing goes back over its own entry, so that the next back does not open it again', () => {
  start('/me', '/home')
  press('open')
  press('change')
  expect(address()).toBe('/home?panel=b')
  press('close')
  expect(address()).toBe('/home')
  press('back')
  expect(address()).toBe('/me')
})

test('closing a layer that the address began with stays on its screen', () => {
  start('/me', '/home?panel=a&subjectId=wuli')
  press('close')
  expect(address()).toBe('/home?subjectId=wuli')
})

test('what closes a layer late leaves a student alone who has gone on', () => {
  start('/me', '/home')
  press('open')
  press('ask the server')
  press('study')
  press('its answer comes')
  expect(address()).toBe('/home?study=1')
})
