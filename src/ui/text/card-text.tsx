import { createElement, Fragment, type ReactNode } from 'react'
import styles from './card-text.module.css'
import { Formula, type FormulaNode } from './formula.tsx'
import { languageRuns, type LanguageRun } from './language-runs.ts'
import { knowsWords, mayEndBetween, wholeWords } from './whole-words.ts'
import { WidePart } from './wide-part.tsx'

/**
 * Draws a prepared text tree. Only the nodes named here are drawn; anything else shows nothing, so a
 * tree can bring no element, attribute or address of its own onto the page.
 */

type TextInline =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'strong'; children: readonly TextInline[] }
  | { type: 'emphasis'; children: readonly TextInline[] }
  | { type: 'code'; text: string }
  | { type: 'ruby'; base: string; reading: string }
  | { type: 'math'; tex: string; math: FormulaNode }

export type TextBlock =
  | { type: 'paragraph'; children: readonly TextInline[] }
  | { type: 'quote'; children: readonly TextBlock[] }
  | { type: 'list'; ordered: boolean; items: readonly (readonly TextBlock[])[] }
  | { type: 'table'; rows: readonly (readonly (readonly TextInline[])[])[] }
  | { type: 'math-block'; tex: string; math: FormulaNode }

/** A tree never changes its places, so its parts need no keys: they are children in a row. */
const inRow = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)

/** Here a line may end; see `whole-words.ts`. */
const between = (parts: readonly ReactNode[], mayEnd: (index: number) => boolean): ReactNode =>
  inRow(parts.flatMap((part, index) => (index > 0 && mayEnd(index) ? [createElement('wbr'), part] : [part])))

const run = ({ text, lang }: LanguageRun): ReactNode =>
  lang === undefined ? between(wholeWords(text), () => true) : <span lang={lang}>{text}</span>
const plain = (text: string): ReactNode => {
  const runs = languageRuns(text)
  return between(runs.map(run), (index) => mayEndBetween(runs[index - 1]!.text, runs[index]!.text))
}

/** What stands on the page where two parts of a line touch; nothing for a formula. */
const wordsOf = (node: TextInline): string => {
  if ('children' in node) return node.children.map(wordsOf).join('')
  if (node.type === 'ruby') return node.base
  return node.type === 'text' || node.type === 'code' ? node.text : ''
}
const inlines = (nodes: readonly TextInline[]): ReactNode => {
  const words = nodes.map(wordsOf)
  return between(nodes.map(inline), (index) => knowsWords && mayEndBetween(words[index - 1]!, words[index]!))
}
const blocks = (nodes: readonly TextBlock[]): ReactNode => inRow(nodes.map(block))

const inline = (node: TextInline): ReactNode => {
  switch (node.type) {
    case 'text':
      return plain(node.text)
    case 'break':
      return <br />
    case 'strong':
      return <strong>{inlines(node.children)}</strong>
    case 'emphasis':
      return <em>{inlines(node.children)}</em>
    case 'code':
      return <code>{node.text}</code>
    case 'ruby':
      return (
        <ruby>
          {node.base}
          <rp>(</rp>
          <rt lang="zh-Latn">{node.reading}</rt>
          <rp>)</rp>
        </ruby>
      )
    case 'math':
      return <Formula tex={node.tex} node={node.math} />
    default:
      return null
  }
}

const headCell = (cell: readonly TextInline[]) => <th scope="col">{inlines(cell)}</th>
const bodyCell = (cell: readonly TextInline[]) => <td>{inlines(cell)}</td>
const bodyRow = (cells: readonly (readonly TextInline[])[]) => <tr>{inRow(cells.map(bodyCell))}</tr>
const item = (children: readonly TextBlock[]) => <li>{blocks(children)}</li>

const block = (node: TextBlock): ReactNode => {
  switch (node.type) {
    case 'paragraph':
      return <p>{inlines(node.children)}</p>
    case 'quote':
      return <blockquote>{blocks(node.children)}</blockquote>
    case 'list':
      return node.ordered ? <ol>{inRow(node.items.map(item))}</ol> : <ul>{inRow(node.items.map(item))}</ul>
    case 'table': {
      const [head = [], ...body] = node.rows
      return (
        <WidePart>
          <table>
            <thead>
              <tr>{inRow(head.map(headCell))}</tr>
            </thead>
            <tbody>{inRow(body.map(bodyRow))}</tbody>
          </table>
        </WidePart>
      )
    }
    case 'math-block':
      return (
        <WidePart>
          <Formula tex={node.tex} node={node.math} />
        </WidePart>
      )
    default:
      return null
  }
}

/** @param text blocks of a card or an introduction, written in Chinese with other languages inside */
export function CardText({ text }: { text: readonly TextBlock[] }) {
  return (
    <div className={styles.text} lang="zh-CN" data-by-word={knowsWords || undefined}>
      {blocks(text)}
    </div>
  )
}
