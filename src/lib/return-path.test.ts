import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

const origin = 'https://zhika.example'

test('an address of the app is followed with its query and fragment', () => {
  expect(returnPath('/cardpack/1?study=1#top', origin)).toBe('/cardpack/1?study=1#top')
})

test.each([
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'home',
  '',
  null,
  undefined,
  { pathname: '/me' },
  '/login',
  '/login?from=/login',
  'http://[',
])('%j leads home', (asked) => {
  expect(returnPath(asked, origin)).toBe('/home')
})
