const signs: Readonly<Record<string, string>> = {
  rightarrow: '→',
  to: '→',
  leftrightarrow: '⇌',
  rightleftharpoons: '⇌',
  times: '×',
  div: '÷',
  cdot: '·',
  pm: '±',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  neq: '≠',
  approx: '≈',
  pi: 'π',
  alpha: 'α',
  beta: 'β',
  theta: 'θ',
  lambda: 'λ',
  Delta: 'Δ',
  degree: '°',
  circ: '°',
}
const digits = '0123456789+-'
const lowered = '₀₁₂₃₄₅₆₇₈₉₊₋'
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'

const shifted = (text: string, to: string): string =>
  Array.from(text, (character) => to[digits.indexOf(character)] ?? character).join('')

/** LaTeX as a student would type it without a formula editor: `6CO_2` is 6CO₂. What is not known stays as it is. */
const plainMath = (latex: string): string =>
  latex
    .replace(/_(?:\{([\d+-]+)\}|(\d))/g, (_, group: string, one: string) => shifted(group ?? one, lowered))
    .replace(/\^(?:\{([\d+-]+)\}|(\d))/g, (_, group: string, one: string) => shifted(group ?? one, raised))
    .replace(/\\([A-Za-z]+) ?/g, (whole, name: string) =>
      signs[name] === undefined ? whole : `${signs[name]} `,
    )

/** Card Markdown as one quiet line of a list: without the marks that only shape it. */
export function cardLine(markdown: string): string {
  return markdown
    .replace(/\$\$?([^$]+)\$\$?/g, (_, latex: string) => plainMath(latex))
    .replace(/\*\*|\$\$?/g, '')
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/gm, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
}
