import { beforeEach, expect, test } from 'vitest'
import { chooseDataSaver, savesData } from './connection.ts'

const connectionSays = (saveData: boolean): void =>
  void Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true })

beforeEach(() => localStorage.clear())

test('without a choice the connection decides', () => {
  connectionSays(true)
  expect(savesData()).toBe(true)
  connectionSays(false)
  expect(savesData()).toBe(false)
})

test('the student’s choice goes before what the connection says', () => {
  connectionSays(true)
  chooseDataSaver(false)
  expect(savesData()).toBe(false)
  connectionSays(false)
  chooseDataSaver(true)
  expect(savesData()).toBe(true)
})
