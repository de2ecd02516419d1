/**
 * Formulas as students write them, compared by what they come to: αr is rα, and m(g+a) is not mg+a. Each name gets a
 * number made of its letters, so two formulas that agree at a few such points are taken for the same.
 */

/** How a reader may take what the signs leave open: 1/2mv² and √gr. */
type Reading = {
  /** A product without a sign binds closer than a division: v/2g is v/(2g). */
  closeProducts: boolean
  /** The root takes in the product after it: √gr is √(gr). */
  wideRoots: boolean
}

/** What the card's own answer means. */
const strict: Reading = { closeProducts: true, wideRoots: false }
const lenient: readonly Reading[] = [
  strict,
  { closeProducts: false, wideRoots: false },
  { closeProducts: true, wideRoots: true },
  { closeProducts: false, wideRoots: true },
]

const functions: Readonly<Record<string, (value: number) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  lg: Math.log10,
  ln: Math.log,
  log: Math.log10,
}

const token =
  /(\d+(?:\.\d+)?)|(sin|cos|tan|log|lg|ln)|(π)|([A-Za-zΑ-Ωα-ω]\d*'?\p{Script=Han}*|\p{Script=Han}+)|([-+*/^()√%:])/uy

type Token = { kind: 'number' | 'function' | 'name' | 'sign'; text: string }

/** Undefined where something is no part of a formula. */
const tokensOf = (text: string): Token[] | undefined => {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const found = token.exec(text)
    if (found === null) return undefined
    const [, number, name, pi, variable, sign] = found
    if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (name !== undefined) tokens.push({ kind: 'function', text: name })
    else if (pi !== undefined) tokens.push({ kind: 'number', text: String(Math.PI) })
    else if (variable !== undefined) tokens.push({ kind: 'name', text: variable })
    else tokens.push({ kind: 'sign', text: sign! })
  }
  return tokens
}

const points = [1, 2, 3] as const

/** A number between 0.5 and 1.5 that belongs to the name alone. */
const valueOf = (name: string, point: number): number => {
  let hash = 2166136261 ^ (point * 97)
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619)
  return 0.5 + ((hash >>> 8) % 65_521) / 65_521
}

class Unreadable extends Error {}

const evaluate = (tokens: readonly Token[], point: number, reading: Reading): number => {
  let at = 0
  const isSign = (...signs: string[]): boolean =>
    tokens[at]?.kind === 'sign' && signs.includes(tokens[at]!.text)
  const startsFactor = (): boolean =>
    tokens[at] !== undefined && (tokens[at]!.kind !== 'sign' || isSign('(', '√'))

  const sum = (): number => {
    let value = product()
    while (isSign('+', '-')) value = tokens[at++]!.text === '+' ? value + product() : value - product()
    return value
  }
  const product = (): number => {
    let value = juxtaposed()
    for (;;) {
      if (isSign('*')) {
        at += 1
        value *= juxtaposed()
      } else if (isSign('/', ':')) {
        at += 1
        value /= juxtaposed()
      } else if (!reading.closeProducts && startsFactor()) value *= juxtaposed()
      else return value
    }
  }
  const juxtaposed = (): number => {
    let value = signed()
    while (reading.closeProducts && startsFactor()) value *= power()
    return value
  }
  const signed = (): number => {
    if (!isSign('-', '+')) return power()
    return tokens[at++]!.text === '-' ? -signed() : signed()
  }
  const raised = (base: number): number => {
    let value = base
    while (isSign('^', '%')) {
      if (tokens[at++]!.text === '%') value /= 100
      else value **= signed()
    }
    return value
  }
  const power = (): number => raised(factor())
  /** sin2α, cos²α: the power stands before what it is of, and the product after it belongs to the function. */
  const applied = (name: string): number => {
    let exponent = 1
    if (isSign('^')) {
      at += 1
      exponent = factor()
    }
    if (isSign('(')) return functions[name]!(factor()) ** exponent
    let inside = power()
    while (tokens[at]?.kind === 'name') inside *= power()
    return functions[name]!(inside) ** exponent
  }
  const factor = (): number => {
    const here = tokens[at++]
    if (here === undefined) throw new Unreadable()
    if (here.kind === 'number') return Number(here.text)
    if (here.kind === 'name') return valueOf(here.text, point)
    if (here.kind === 'function') return applied(here.text)
    if (here.text === '(') {
      const value = sum()
      if (!isSign(')')) throw new Unreadable()
      at += 1
      return value
    }
    if (here.text !== '√') throw new Unreadable()
    let inside = power()
    while (reading.wideRoots && startsFactor()) inside *= power()
    return Math.sqrt(inside)
  }

  const value = sum()
  if (at < tokens.length) throw new Unreadable()
  return value
}

const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

/** Undefined: no formula. */
const valuesOf = (text: string, reading: Reading): number[] | undefined => {
  const tokens = tokensOf(text)
  if (tokens === undefined || tokens.length === 0) return undefined
  try {
    const values = points.map((point) => evaluate(tokens, point, reading))
    return values.every(Number.isFinite) ? values : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/**
 * Whether what was typed may be read so that it comes to the same.
 * @param given normalised, one side of an equation
 * @param right as `given`; undefined cases, such as words with a slash, are not the same
 */
export function isSameFormula(given: string, right: string): boolean {
  const wanted = valuesOf(right, strict)
  if (wanted === undefined) return false
  return lenient.some((reading) => {
    const values = valuesOf(given, reading)
    return values !== undefined && values.every((value, place) => isNear(value, wanted[place]!))
  })
}
