import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Avatar } from './avatar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
})

const shownAt = (src: string): string | null | undefined =>
  render(<Avatar name="小满" src={src} />)
    .container.querySelector('img')
    ?.getAttribute('src')

test('[3.1] a path is made absolute with the asset host, and an address that starts with http is left alone', () => {
  expect(shownAt('/avatars/fox.svg')).toBe(`${location.origin}/avatars/fox.svg`)
  vi.stubEnv('VITE_ASSET_HOST', 'https://assets.example')
  expect(shownAt('/avatars/fox.svg')).toBe('https://assets.example/avatars/fox.svg')
  expect(shownAt('https://wx.example/a.png')).toBe('https://wx.example/a.png')
  expect(shownAt('http://wx.example/a.png')).toBe('http://wx.example/a.png')
})

test('a student without a picture has no address, and is drawn from the name', () => {
  vi.stubEnv('VITE_ASSET_HOST', 'https://assets.example')
  const { container } = render(<Avatar name="小满" src="" />)
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('满')
})
