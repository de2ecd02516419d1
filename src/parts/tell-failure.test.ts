import { beforeEach, expect, test } from 'vitest'
import { errorFromAnswer, errorFromSilence } from '#src/api/failed-call.ts'
import { currentToasts, removeToast } from '#src/ui/layers/toast-store.ts'
import { tellFailure } from './tell-failure.ts'

const toastsOf = (error: unknown) => {
  tellFailure(error)
  return currentToasts().map(({ kind, message }) => [kind, message])
}
const answer = (show_type: unknown) =>
  errorFromAnswer(409, { code: 4091, message: '金币不足', show_type, data: null }, null)

beforeEach(() => currentToasts().forEach(({ id }) => removeToast(id)))

test('[8.14] show_type 0 says nothing', () => {
  expect(toastsOf(answer(0))).toEqual([])
})

test.each([
  [1, 'warn'],
  [2, 'error'],
  [3, 'info'],
])('[8.15, 8.16, 8.17] show_type %s is shown as %s, with the message', (showType, tone) => {
  expect(toastsOf(answer(showType))).toEqual([[tone, '金币不足']])
})

test.each([9, -1, '1', null, undefined])('[8.18] show_type %s is shown as an error', (showType) => {
  expect(toastsOf(answer(showType))).toEqual([['error', '金币不足']])
})

test('[8.1, 8.13] silence is shown as an error, and so is an unexpected value', () => {
  expect(toastsOf(errorFromSilence(new Error('?'), false))).toEqual([['error', '请求失败，请稍后再试']])
  expect(toastsOf(errorFromSilence('late', true))).toEqual([
    ['error', '请求失败，请稍后再试'],
    ['error', '请求超时，请稍后再试'],
  ])
})
