import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { AvatarPicker } from './avatar-picker.tsx'
import { ChoiceRows } from './choice-rows.tsx'
import { FileDrop } from './file-drop.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { StarInput, Stars } from './star-rating.tsx'
import { TextArea } from './text-area.tsx'
import { ThemePicker } from './theme-picker.tsx'

afterEach(cleanup)

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

test('a rating to read is one picture with its spoken figure', () => {
  render(<Stars value={4.8} label="4.8 分，满分 5 分" />)
  expect(screen.getByRole('img', { name: '4.8 分，满分 5 分' })).toBeTruthy()
})

test('a rating to give is a group of five choices, none of them chosen at first', () => {
  const onChange = vi.fn()
  render(<StarInput label="评分" value={0} onChange={onChange} optionLabel={(stars) => `${stars} 星`} />)
  expect(screen.getByRole('group', { name: '评分' })).toBeTruthy()
  expect(screen.getAllByRole('radio').some((star) => (star as HTMLInputElement).checked)).toBe(false)
  fireEvent.click(radio('4 星'))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(4)
})

test('the segmented control, the rows, the pictures and the themes say what is chosen', () => {
  const options = [
    { id: 'a', label: '翻卡', name: '翻卡' },
    { id: 'b', label: '选择', name: '选择' },
  ]
  const colors = { paper: '', surface: '', ink: '', line: '', primary: '', onPrimary: '', seal: '' }
  const check = (onChange: ReturnType<typeof vi.fn>) => {
    expect([radio('翻卡').checked, radio('选择').checked]).toEqual([false, true])
    fireEvent.click(radio('翻卡'))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('a')
    cleanup()
  }
  let onChange = vi.fn()
  render(<SegmentedControl label="方式" options={options} value="b" onChange={onChange} />)
  check(onChange)
  onChange = vi.fn()
  render(<ChoiceRows label="方式" options={options} value="b" onChange={onChange} />)
  check(onChange)
  onChange = vi.fn()
  render(<AvatarPicker label="方式" options={options} value="b" onChange={onChange} />)
  check(onChange)
  onChange = vi.fn()
  const themes = options.map((option) => ({ ...option, colors }))
  render(<ThemePicker label="方式" options={themes} value="b" onChange={onChange} />)
  check(onChange)
})

test('the note of a row describes it and is not part of its name', () => {
  render(
    <ChoiceRows
      label="文字"
      options={[{ id: 'a', label: '标准', note: '跟随系统' }]}
      value={null}
      onChange={() => {}}
    />,
  )
  expect(radio('标准').getAttribute('aria-describedby')).toContain('note')
})

const Review = ({ limit }: { limit: number }) => {
  const [value, setValue] = useState('')
  return (
    <TextArea
      label="评价"
      value={value}
      onChange={setValue}
      limit={limit}
      leftLabel={(left) => `还剩 ${left}`}
    />
  )
}

test('the counter counts characters, not code units, and speaks only near the limit', () => {
  render(<Review limit={30} />)
  const field = screen.getByRole('textbox', { name: '评价' })
  fireEvent.change(field, { target: { value: '𠮷好' } })
  expect(screen.getByText('2 / 30')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('')
  fireEvent.change(field, { target: { value: '好'.repeat(12) } })
  expect(screen.getByRole('status').textContent).toBe('还剩 18')
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

test('what is over the limit stays, and is marked', () => {
  render(<Review limit={3} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  fireEvent.change(field, { target: { value: '一二三四五' } })
  expect(field.value).toBe('一二三四五')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe('还剩 -2')
})

test('files come as they were chosen, and the same file can be chosen again', () => {
  const onFiles = vi.fn()
  const { container } = render(<FileDrop label="导入文件" hint=".txt" accept=".txt" onFiles={onFiles} />)
  const input = container.querySelector('input')
  const file = new File(['好'], '笔记.txt')
  fireEvent.change(input!, { target: { files: [file] } })
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file])
  expect(input?.value).toBe('')
})
