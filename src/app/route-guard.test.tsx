import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { RouteGuard } from './route-guard.tsx'

afterEach(cleanup)

const Where = () => {
  const { pathname, search, state } = useLocation()
  return (
    <>
      <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>
      <Link to="/me">me</Link>
    </>
  )
}

const open = (address: string, hasToken: () => boolean) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route element={<RouteGuard hasToken={hasToken} />}>
          <Route path="*" element={<Where />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
const where = () => screen.getByRole('status').textContent

test('[2.5, 5.1, 6.2] a visitor without a token is sent to login, which keeps the asked address twice', () => {
  open('/cardpack/7?study=1#c2', () => false)
  expect(where()).toBe('/login?from=%2Fcardpack%2F7%3Fstudy%3D1%23c2 {"from":"/cardpack/7?study=1#c2"}')
})

test.each(['/login', '/privacy', '/user-agreement', '/payment', '/payment?order=1'])(
  '[5.1, 6.1] %s is public',
  (address) => {
    open(address, () => false)
    expect(where()).toBe(`${address} null`)
  },
)

test('[6.2] an unknown address is not public', () => {
  open('/nowhere', () => false)
  expect(where()).toContain('/login?from=%2Fnowhere')
})

test('[2.5] a token that vanishes is noticed at the next navigation', () => {
  let token = true
  open('/home', () => token)
  expect(where()).toBe('/home null')
  token = false
  fireEvent.click(screen.getByText('me'))
  expect(where()).toContain('/login?from=%2Fme')
})
