import { expect, test, vi } from 'vitest'
import { errorFromAnswer, errorFromSilence } from '#src/api/api-error.ts'
import { tellFailure } from './tell-failure.ts'

const told = (error: unknown) => {
  const tell = vi.fn()
  tellFailure(error, tell)
  return tell.mock.calls
}
const answer = (show_type: unknown) =>
  errorFromAnswer(409, { code: 4091, message: '金币不足', show_type, data: null }, null)

test('[8.14] show_type 0 says nothing', () => {
  expect(told(answer(0))).toEqual([])
})

test.each([
  [1, 'warn'],
  [2, 'error'],
  [3, 'info'],
])('[8.15, 8.16, 8.17] show_type %s is told as %s, with the message', (showType, tone) => {
  expect(told(answer(showType))).toEqual([[tone, '金币不足']])
})

test.each([9, -1, '1', null, undefined])('[8.18] show_type %s is told as an error', (showType) => {
  expect(told(answer(showType))).toEqual([['error', '金币不足']])
})

test('[8.1, 8.13] silence is told as an error, and so is what nobody expected', () => {
  expect(told(errorFromSilence(new TypeError('fetch failed'), false))).toEqual([
    ['error', '网络连接失败，请检查网络设置'],
  ])
  expect(told(new Error('?'))).toEqual([['error', '请求失败，请稍后再试']])
})
