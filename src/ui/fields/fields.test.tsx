import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { NumberStepper } from './number-stepper.tsx'
import { SelectField } from './select-field.tsx'
import { SearchField } from './search-field.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

test('a text field has its label for a name even when the label is not shown', () => {
  render(<TextField label="手机号" labelHidden value="" onChange={() => {}} />)
  expect(screen.getByRole('textbox', { name: '手机号' })).toBeTruthy()
})

test('an error describes the field, marks it invalid and takes the place of the hint', () => {
  const { rerender } = render(<TextField label="手机号" value="1" onChange={() => {}} hint="11 位" />)
  const field = screen.getByRole('textbox')
  const description = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(description()).toBe('11 位')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  rerender(<TextField label="手机号" value="1" onChange={() => {}} hint="11 位" error="请输入 11 位手机号" />)
  expect(description()).toBe('请输入 11 位手机号')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('choices stand below the heading of their group', () => {
  const options = [
    { code: 'zh-CN', name: '简体中文', group: '界面文字' },
    { code: 'en', name: 'English', group: '还没有翻译' },
    { code: 'he', name: 'עברית', group: '还没有翻译' },
  ]
  render(<SelectField label="语言" options={options} value="en" onChange={() => {}} />)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '语言' }).value).toBe('en')
  const groups = screen.getAllByRole('group').map((group) => group.textContent)
  expect(groups).toEqual(['简体中文', 'Englishעברית'])
})

test('Enter searches for the trimmed words, an Enter of the input method does not', () => {
  const onSubmit = vi.fn()
  render(
    <SearchField label="搜索" clearLabel="清除" value=" 唐诗 " onChange={() => {}} onSubmit={onSubmit} />,
  )
  const field = screen.getByRole('searchbox', { name: '搜索' })
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('唐诗')
})

const Goal = ({ start }: { start: number }) => {
  const [goal, setGoal] = useState(start)
  return (
    <NumberStepper
      label="每天目标"
      decreaseLabel="减少"
      increaseLabel="增加"
      value={goal}
      onChange={setGoal}
      min={5}
      max={20}
      step={5}
    />
  )
}
const goal = () => screen.getByRole<HTMLInputElement>('textbox', { name: '每天目标' })
const type = (text: string) => {
  fireEvent.change(goal(), { target: { value: text } })
  fireEvent.blur(goal())
}

test('the stepper stays within its bounds by pressing and by typing', () => {
  render(<Goal start={15} />)
  fireEvent.click(screen.getByRole('button', { name: '增加' }))
  expect(goal().value).toBe('20')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '增加' }).disabled).toBe(true)
  type('900')
  expect(goal().value).toBe('20')
  type('-3')
  expect(goal().value).toBe('5')
})

test('what is no number leaves the value as it was', () => {
  render(<Goal start={15} />)
  type('abc')
  expect(goal().value).toBe('15')
  type('')
  expect(goal().value).toBe('15')
})
