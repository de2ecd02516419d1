/** Numbers with units, as they are typed on a phone: 340 m/s, 340米每秒, 34个, 前221. */

/** Each row: one unit, in all the ways in which it is written. The first is compared. */
const units: readonly (readonly string[])[] = [
  ['m/s', '米每秒', '米/秒'],
  ['km/h', '千米每小时', '千米/小时', '千米/时', '公里每小时', '公里/小时'],
  ['kg/m^3', 'kg/m3', '千克每立方米', '千克/立方米'],
  ['g/cm^3', 'g/cm3', '克每立方厘米', '克/立方厘米'],
  ['J/(kg*℃)', 'J/(kg℃)', '焦每千克摄氏度', '焦/(千克*摄氏度)', '焦/(千克摄氏度)'],
  ['m^2', 'm2', '平方米', '平米'],
  ['cm^2', 'cm2', '平方厘米'],
  ['m^3', 'm3', '立方米'],
  ['cm^3', 'cm3', '立方厘米'],
  ['km', '千米', '公里'],
  ['dm', '分米'],
  ['cm', '厘米'],
  ['mm', '毫米'],
  ['m', '米'],
  ['kg', '千克', '公斤'],
  ['g', '克'],
  ['t', '吨'],
  ['L', '升'],
  ['mL', 'ml', '毫升'],
  ['h', '小时', '时'],
  ['min', '分钟', '分'],
  ['s', '秒', '秒钟'],
  ['N', '牛', '牛顿'],
  ['J', '焦', '焦耳'],
  ['W', '瓦', '瓦特'],
  ['kW', '千瓦'],
  ['V', '伏', '伏特'],
  ['A', '安', '安培'],
  ['Ω', '欧', '欧姆'],
  ['Pa', '帕', '帕斯卡'],
  ['Hz', '赫', '赫兹'],
  ['°C', '℃', '摄氏度'],
  ['°', '度'],
]

/** They only say what is counted; no one answers in others. */
const counters = '个对条张画年枚次种只颗位章岁天月日元组段号人'

const canonical = new Map(units.flatMap((ways) => ways.map((way) => [way, ways[0]!] as const)))

/** A number, also as a power of ten or with π and √, and what follows it. */
const measured = /^(?:约|大约)?(?:公元)?(前)?(-?[\d.]+(?:[*]10\^-?\d+)?(?:\/\d+)?)([^\d.+\-*^√=].*)?$/u

export type Measure = {
  /** As typed, for comparison as a formula. */
  number: string
  /** Of years before our era. */
  isBefore: boolean
  /** The one way to write it; empty without one. */
  unit: string
}

/** @param text normalised @returns undefined where it is no number with a unit */
export function measureOf(text: string): Measure | undefined {
  const found = measured.exec(text)
  if (found === null) return undefined
  const [, before, number = '', rest = ''] = found
  const unit = rest === '' ? '' : canonical.get(rest)
  if (unit === undefined && !(rest.length === 1 && counters.includes(rest))) return undefined
  return { number, isBefore: before !== undefined, unit: unit ?? rest }
}

export function isCounter(unit: string): boolean {
  return unit.length === 1 && counters.includes(unit)
}

/** Whether the question says in which unit it is answered. */
export function namesUnit(question: string, unit: string): boolean {
  const ways = units.find(([first]) => first === unit) ?? [unit]
  return ways.some((way) => question.includes(way))
}
