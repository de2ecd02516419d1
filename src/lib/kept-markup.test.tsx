import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { keepChildren, restoreElement, type KeptElement } from './kept-markup.ts'

afterEach(cleanup)

/** As it is stored and read again. */
const stored = (children: (KeptElement | string)[]) =>
  JSON.parse(JSON.stringify(children)) as (KeptElement | string)[]

const restored = (children: (KeptElement | string)[]): HTMLElement => {
  const parent = document.createElement('div')
  parent.append(...children.map((child) => (typeof child === 'string' ? child : restoreElement(child))))
  return parent
}

test('what was drawn comes back as it was: elements, drawings, styles and text', () => {
  const { container } = render(
    <>
      <header className="head">
        <h1>上午好，林小满&lt;b&gt;</h1>
        <a href="/me" aria-label="个人主页">
          <svg viewBox="0 0 24 24">
            <path d="M5 12h14" />
          </svg>
        </a>
      </header>
      <div role="progressbar" style={{ inlineSize: '40%' }} />
      今日目标 {4} / {30}
    </>,
  )
  const back = restored(stored(keepChildren(container)))
  expect(back.innerHTML).toBe(container.innerHTML)
  expect(back.querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg')
  expect(back.querySelector('b')).toBeNull()
})

test('comments are no text', () => {
  const parent = document.createElement('p')
  parent.append('一', document.createComment('二'))
  expect(restored(keepChildren(parent)).textContent).toBe('一')
})
