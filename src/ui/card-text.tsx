import type { ReactNode } from 'react'
import styles from './card-text.module.css'
import { Formula, type FormulaNode } from './formula.tsx'
import { languageRuns } from './language-runs.ts'

/**
 * Draws a prepared text tree. Only the nodes named here are drawn; anything else shows nothing, so a
 * tree can bring no element, attribute or address of its own onto the page.
 */

export type TextInline =
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

const plain = (text: string): ReactNode =>
  languageRuns(text).map((run, index) =>
    run.lang === undefined ? (
      run.text
    ) : (
      <span key={index} lang={run.lang}>
        {run.text}
      </span>
    ),
  )

const inline = (node: TextInline, key: number): ReactNode => {
  switch (node.type) {
    case 'text':
      return <span key={key}>{plain(node.text)}</span>
    case 'break':
      return <br key={key} />
    case 'strong':
      return <strong key={key}>{node.children.map(inline)}</strong>
    case 'emphasis':
      return <em key={key}>{node.children.map(inline)}</em>
    case 'code':
      return <code key={key}>{node.text}</code>
    case 'ruby':
      return (
        <ruby key={key}>
          {node.base}
          <rp>(</rp>
          <rt lang="zh-Latn">{node.reading}</rt>
          <rp>)</rp>
        </ruby>
      )
    case 'math':
      return <Formula key={key} tex={node.tex} node={node.math} />
    default:
      return null
  }
}

const row = (cells: readonly (readonly TextInline[])[], Cell: 'th' | 'td') => (
  <tr>
    {cells.map((cell, index) => (
      <Cell key={index} scope={Cell === 'th' ? 'col' : undefined}>
        {cell.map(inline)}
      </Cell>
    ))}
  </tr>
)

const block = (node: TextBlock, key: number): ReactNode => {
  switch (node.type) {
    case 'paragraph':
      return <p key={key}>{node.children.map(inline)}</p>
    case 'quote':
      return <blockquote key={key}>{node.children.map(block)}</blockquote>
    case 'list': {
      const items = node.items.map((item, index) => <li key={index}>{item.map(block)}</li>)
      return node.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>
    }
    case 'table': {
      const [head, ...body] = node.rows
      return (
        <div key={key} className={styles.wide}>
          <table>
            {head !== undefined && <thead>{row(head, 'th')}</thead>}
            <tbody>
              {body.map((cells, index) => (
                <TableRow key={index} cells={cells} />
              ))}
            </tbody>
          </table>
        </div>
      )
    }
    case 'math-block':
      return (
        <div key={key} className={styles.wide}>
          <Formula tex={node.tex} node={node.math} />
        </div>
      )
    default:
      return null
  }
}

const TableRow = ({ cells }: { cells: readonly (readonly TextInline[])[] }) => row(cells, 'td')

/** @param text blocks of a card or an introduction, written in Chinese with other languages inside */
export const CardText = ({ text }: { text: readonly TextBlock[] }) => (
  <div className={styles.text} lang="zh-CN">
    {text.map(block)}
  </div>
)
