/** Where a typed answer differs from the right one, sign by sign. */

export type MarkedPart = {
  /** The sign with which it begins, counted over all parts. */
  from: number
  text: string
  /** `missing` stands for signs of the right answer that were not typed. */
  kind: 'same' | 'wrong' | 'missing'
}

/** Longer answers are compared as a whole: marks would only confuse, and the table grows with the square. */
const longestCompared = 60

/** `lengths[i][j]`: the longest common subsequence of what follows `a[i]` and `b[j]`. */
const commonLengths = (a: readonly string[], b: readonly string[]): number[][] => {
  const lengths = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}

type Sign = Omit<MarkedPart, 'from'>

const joined = (parts: readonly Sign[]): MarkedPart[] => {
  const result: MarkedPart[] = []
  for (const [from, part] of parts.entries()) {
    const last = result.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else result.push({ ...part, from })
  }
  return result
}

/**
 * What was typed, with the signs that are wrong and a mark where one is missing.
 * @returns one part where the two have too little in common to be compared
 */
export function markAttempt(given: string, answer: string): MarkedPart[] {
  const typed = [...given.normalize('NFKC').trim()]
  const right = [...answer.normalize('NFKC').trim()]
  const whole: MarkedPart[] = [{ text: given, kind: 'same', from: 0 }]
  if (Math.max(typed.length, right.length) > longestCompared) return whole
  const lengths = commonLengths(typed, right)
  if (lengths[0]![0]! * 2 < right.length) return whole
  const parts: Sign[] = []
  let i = 0
  let j = 0
  while (i < typed.length || j < right.length) {
    if (i < typed.length && j < right.length && typed[i] === right[j]) {
      parts.push({ text: typed[i]!, kind: 'same' })
      i += 1
      j += 1
    } else if (i < typed.length && j < right.length && lengths[i]![j] === lengths[i + 1]![j + 1]) {
      parts.push({ text: typed[i]!, kind: 'wrong' })
      i += 1
      j += 1
    } else if (i < typed.length && lengths[i]![j] === lengths[i + 1]![j]) {
      parts.push({ text: typed[i]!, kind: 'wrong' })
      i += 1
    } else {
      parts.push({ text: '□', kind: 'missing' })
      j += 1
    }
  }
  return joined(parts)
}
