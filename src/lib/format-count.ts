/**
 * Numbers among Chinese words, written as Intl writes them. By hand, since building the first Intl formatter of a kind
 * takes a slow phone tens of milliseconds.
 */

/** What is computed in binary, as it is meant: 28.499999999999996 is 28.5. */
const asMeant = (value: number): number => Number(value.toPrecision(12))

/** The nearest with so many decimals; of two equally near the one further from zero. */
const rounded = (value: number, decimals: number): number => {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(asMeant(Math.abs(value) * scale))) / scale
}

/**
 * `4,210`, `3.4`
 * @param decimals at most so many
 */
export function formatNumber(value: number, decimals = 0): string {
  const [whole = '', fraction] = String(rounded(value, decimals)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

const wan = 1e4
const yi = 1e8

/**
 * `860`, `1.2万`, `3.5亿`: for counts where the size matters and the last digit does not. One decimal at most, whole
 * below a 万. For 0 and more, below a 万亿.
 */
export function formatCount(count: number): string {
  if (count < wan) return String(Math.round(count))
  const inWan = rounded(count / wan, 1)
  return inWan < wan ? `${inWan}万` : `${rounded(count / yi, 1)}亿`
}

/** `68%` of a share between 0 and 1. */
export function formatShare(share: number): string {
  return `${formatNumber(share * 100)}%`
}
