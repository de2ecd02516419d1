import { expect, test } from 'vitest'
import { isInWeChat, isOnIos } from './host-app.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'

test('WeChat is known by its name, on every system', () => {
  expect(isInWeChat(`${iphone} MicroMessenger/8.0.49`)).toBe(true)
  expect(isInWeChat(android)).toBe(false)
})

test('an iPad that calls itself a Mac is recognised by its touch screen', () => {
  expect(isOnIos(iphone, 5)).toBe(true)
  expect(isOnIos(mac, 5)).toBe(true)
  expect(isOnIos(mac, 0)).toBe(false)
  expect(isOnIos(android, 5)).toBe(false)
})
