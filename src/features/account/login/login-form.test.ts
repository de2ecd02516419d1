import { expect, test } from 'vitest'
import { cleanCode, cleanPhone, isPhone, problemOf } from './login-form.ts'

test('a pasted number loses its spaces, dashes and country code', () => {
  expect(cleanPhone('+86 138-0013-8000')).toBe('13800138000')
  expect(cleanPhone('138 0013 8000 1')).toBe('13800138000')
  expect(cleanPhone("1' OR 1=1")).toBe('111')
})

test('a code keeps six digits', () => {
  expect(cleanCode('12 34 56 78')).toBe('123456')
})

test.each(['12800138000', '1380013800', '', '23800138000'])('%j is no mobile number', (phone) => {
  expect(isPhone(phone)).toBe(false)
})

test('the form names the first thing that is missing', () => {
  const whole = { phone: '13800138000', code: '123456', agreed: true }
  expect(problemOf({ ...whole, phone: '138', code: '' })).toBe('phoneInvalid')
  expect(problemOf({ ...whole, code: '12345', agreed: false })).toBe('codeInvalid')
  expect(problemOf({ ...whole, agreed: false })).toBe('agreeFirst')
  expect(problemOf(whole)).toBeUndefined()
})
