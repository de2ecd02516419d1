import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeAttempt, pickExercise, type ExerciseFacts } from './exercise.ts'

const facts = (some: Partial<ExerciseFacts> = {}): ExerciseFacts => ({
  card: { front: [{ type: 'paragraph', children: [{ type: 'text', text: '谁写的？' }] }], answer: '李白' },
  isNew: false,
  modes: ['flip'],
  otherAnswers: ['杜甫', '王维', '白居易', '苏轼'],
  canSpeak: true,
  random: () => 0,
  ...some,
})

describe('choices', () => {
  test('hold the right answer once among three others of the pack', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 8 }), (draws) => {
        let next = 0
        const random = () => draws[next++ % draws.length] ?? 0
        const exercise = pickExercise(facts({ modes: ['choice'], random }))
        if (exercise.mode !== 'choice') throw new Error(exercise.mode)
        expect(exercise.options[exercise.right]).toBe('李白')
        expect(new Set(exercise.options).size).toBe(4)
      }),
    )
  })

  test('never offer the right answer in another form as a wrong one', () => {
    const otherAnswers = ['李 白', '《李白》', '杜甫', '王维', '苏轼']
    const exercise = pickExercise(facts({ modes: ['choice'], otherAnswers }))
    expect(exercise).toMatchObject({ options: expect.arrayContaining(['杜甫', '王维', '苏轼']) })
  })

  test('need three wrong answers, else the card is flipped', () => {
    const few = facts({ modes: ['choice'], otherAnswers: ['杜甫', '王维', '杜甫 '] })
    expect(pickExercise(few)).toEqual({ mode: 'flip' })
  })

  test('are judged by what was chosen', () => {
    const exercise = pickExercise(facts({ modes: ['choice'] }))
    expect(judgeAttempt(exercise, '李白')).toEqual({ given: '李白', isRight: true })
    expect(judgeAttempt(exercise, '杜甫')).toEqual({ given: '杜甫', isRight: false })
  })
})

describe('typed answers', () => {
  test('are asked of cards with a short answer that were seen before', () => {
    expect(pickExercise(facts({ modes: ['cloze'] }))).toMatchObject({ mode: 'cloze', answer: '李白' })
    expect(pickExercise(facts({ modes: ['cloze'], isNew: true })).mode).toBe('flip')
    const long = facts({ modes: ['cloze'], card: { front: [], answer: '长'.repeat(25) } })
    expect(pickExercise(long).mode).toBe('flip')
    expect(pickExercise(facts({ modes: ['cloze'], card: { front: [] } })).mode).toBe('flip')
  })
})

describe('listening', () => {
  test('reads the front where the device has a voice', () => {
    expect(pickExercise(facts({ modes: ['listen'] }))).toEqual({ mode: 'listen', speech: '谁写的？' })
    expect(pickExercise(facts({ modes: ['listen'], canSpeak: false })).mode).toBe('flip')
  })
})

test('every mode that was chosen and is possible has its turn', () => {
  const modes = (['flip', 'choice', 'cloze', 'listen'] as const).map(
    (_, index) =>
      pickExercise(facts({ modes: ['flip', 'choice', 'cloze', 'listen'], random: () => index / 4 })).mode,
  )
  expect(modes).toEqual(['flip', 'choice', 'cloze', 'listen'])
})
