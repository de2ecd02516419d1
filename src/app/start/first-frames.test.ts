import { beforeAll, expect, test } from 'vitest'
import { patterns } from '#src/lib/paths.ts'
import { frameAddress, type FirstFrame } from './frame-address.ts'
import { firstFrames } from './first-frames.tsx'

let frames: FirstFrame[]
beforeAll(() => {
  frames = firstFrames()
})

const frameOf = (address: string): string =>
  frames.find(({ addresses }) => addresses.includes(address))?.markup ?? ''

test('every address but the root, which is /home, has one first frame', () => {
  const addresses = Object.values(patterns)
    .filter((pattern) => pattern !== patterns.root)
    .map(frameAddress)
  expect(frames.flatMap((frame) => frame.addresses).toSorted()).toEqual(addresses.toSorted())
})

test('the five screens with tabs show them, their own marked', () => {
  const withTabs = frames.filter(({ markup }) => markup.includes('主导航'))
  expect(withTabs.flatMap(({ addresses }) => addresses).toSorted()).toEqual(
    [patterns.explore, patterns.generate, patterns.home, patterns.me, patterns.resource].toSorted(),
  )
  for (const { addresses, markup } of withTabs)
    expect(markup).toMatch(
      new RegExp(
        `aria-current="page"[^>]*href="${addresses[0]}"|href="${addresses[0]}"[^>]*aria-current="page"`,
      ),
    )
})

test('/login says what it is, in the words of its screen', () => {
  expect(frameOf(patterns.login)).toContain('一张卡，一个知识点')
})

test('no frame brings a style of its own, which the page’s policy forbids', () => {
  for (const { markup } of frames) expect(markup).not.toContain(' style=')
})
