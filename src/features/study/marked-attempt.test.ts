import { expect, test } from 'vitest'
import { markAttempt } from './marked-attempt.ts'

const shown = (given: string, answer: string): string =>
  markAttempt(given, answer)
    .map(({ text, kind }) => (kind === 'same' ? text : `[${text}]`))
    .join('')

test.each([
  ['西出阳关无古人', '西出阳关无故人', '西出阳关无[古]人'],
  ['疑是地霜', '疑是地上霜', '疑是地[□]霜'],
  ['疑是的地上霜', '疑是地上霜', '疑是[的]地上霜'],
  ['Wensday', 'Wednesday', 'We[□]n[□]sday'],
  ['完全不同', '疑是地上霜', '完全不同'],
])('%s for %s', (given, answer, marked) => expect(shown(given, answer)).toBe(marked))
