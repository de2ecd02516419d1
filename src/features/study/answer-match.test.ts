import { describe, expect, test } from 'vitest'
import { judgeAnswer, matchesAnswer } from './answer-match.ts'

/** The pairs are cards of the starter library with what students type. */

describe('a typed answer is right', () => {
  test.each([
    ['李白', '李白'],
    [' 李 白 。', '李白'],
    ['《静夜思》', '静夜思'],
    ['静夜思', '《静夜思》'],
    ['ＡＢＣ１２３', 'abc123'],
    ['Apple', 'apple'],
    ['it is', 'It is.'],
    ['H2O', 'H₂O'],
    ['-3', '−3'],
    ['公元前221年', '公元前 221 年'],
    ['甲', '甲；乙'],
    ['乙', '甲或乙'],
    ['甲；乙', '甲；乙'],
    ['MONDAY', 'Monday'],
    // Numbers and units.
    ['3x10^8', '3x10⁸'],
    ['3×10⁸ m/s', '3×10⁸m/s'],
    ['300000000米每秒', '3×10⁸ m/s'],
    ['１／２', '1/2'],
    ['0.5', '1/2'],
    ['5厘米', '5 cm'],
    ['5CM', '5 cm'],
    ['220伏', '220 V'],
    ['34', '34个'],
    ['5', '5 画'],
    ['23', '23对'],
    ['前221', '公元前221年'],
    ['公元前221', '公元前221年'],
    ['25', '25年'],
    ['1：3：5', '1:3:5'],
    ['3比1', '3:1'],
    // Formulas, as a phone types them.
    ['s/t', 'v=s/t'],
    ['v = s ÷ t', 'v=s/t'],
    ['rα', 'αr'],
    ['r阿尔法', 'αr'],
    ['cosβcosα+sinαsinβ', 'cosαcosβ+sinαsinβ'],
    ['根号3/2', '√3/2'],
    ['√(3)/2', '√3/2'],
    ['sqrt(gr)', '√(gr)'],
    ['√gr', '√(gr)'],
    ['mgsintheta', 'mgsinθ'],
    ['2派/欧米伽', '2π/ω'],
    ['1/2mv^2', 'Ek=mv²/2'],
    ['v0^2/2g', 'h=v0²/(2g)'],
    ['P/Ff', 'v=P/Ff'],
    ['宽×2+长×2', '(长+宽)×2'],
    ['(a+b)h/2', '(a+b)×h÷2'],
    ['R2/R1=I1/I2', 'I1/I2=R2/R1'],
    ['(tanβ+tanα)/(1-tanβtanα)', '(tanα+tanβ)/(1-tanαtanβ)'],
    ['1-2(sinα)^2', '1-2sin²α'],
  ])('%s for %s', (given, answer) => expect(matchesAnswer(given, answer)).toBe(true))
})

describe('a typed answer is wrong', () => {
  test.each([
    ['', '李白'],
    ['。', '李白'],
    ['杜甫', '李白'],
    ['李', '李白'],
    ['108', '10⁸'],
    ['3', '-3'],
    ['12', '1/2'],
    ['314', '3.14'],
    ['50', '50%'],
    ['', '；'],
    ['31', '3:1'],
    ['221', '公元前221年'],
    ['340 km/h', '340 m/s'],
    // What the brackets hold together.
    ['长+宽×2', '(长+宽)×2'],
    ['上底+下底×高÷2', '(上底+下底)×高÷2'],
    ['n-2×180°', '(n-2)×180°'],
    ['Q=cmt-t0', 'Q=cm(t-t0)'],
    ['mg+a', 'm(g+a)'],
    ['1-cos2α/2', '(1-cos2α)/2'],
    ['t/s', 'v=s/t'],
  ])('%s for %s', (given, answer) => expect(matchesAnswer(given, answer)).toBe(false))
})

test.each([
  ['co', 'CO'],
  ['Co', 'CO'],
  ['p=w/t', 'P=W/t'],
  ['f=g', 'F=G'],
  ['monday', 'Monday'],
  ['february', 'February'],
  ['dd', 'DD'],
])('%s for %s is reported to differ in its capitals', (given, answer) =>
  expect(judgeAnswer(given, { answer })).toEqual({ isRight: false, lacks: 'case' }),
)

describe('what the card says beside its answer', () => {
  test.each([
    ['利用', { answer: '借助', back: '借助，利用。' }],
    ['预防', { answer: '阻止', back: '阻止，预防。' }],
    ['百日维新', { answer: '戊戌变法', back: '戊戌变法。也称百日维新。' }],
    ['商不变的性质', { answer: '商不变的规律', back: '商不变的规律（也叫商不变的性质）' }],
    ['340', { answer: '340 m/s', question: '声速约是多少米每秒？' }],
    ['a=F/m', { answer: 'F/m', question: '加速度 a 等于什么？', hasFormula: true }],
  ])('makes %s right', (given, card) => expect(judgeAnswer(given, card)).toEqual({ isRight: true }))

  test.each([
    ['太空育种', { answer: '诱变育种', back: '诱变育种。借助太空环境的这一种又叫太空育种。' }, undefined],
    ['340', { answer: '340 m/s', question: '声速约是多少？' }, 'unit'],
    ['v=F/m', { answer: 'F/m', question: '加速度 a 等于什么？', hasFormula: true }, undefined],
    ['f/m', { answer: 'F/m', question: '加速度 a 等于什么？', hasFormula: true }, 'case'],
  ])('does not make %s right', (given, card, lacks) =>
    expect(judgeAnswer(given, card)).toEqual({ isRight: false, ...(lacks && { lacks }) }),
  )
})
