import { isIPv6 } from 'node:net'

const groupsOfNetwork = 4

/** Of its last group a /56 has the first half. */
const lastGroupMask = 0xff00

/** The first four groups of an IPv6 address in full; the rest is chosen by the device itself. */
const firstGroups = (address: string): number[] => {
  const [before = '', after] = address.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array<string>(zeros).fill('0'), ...tail]
    .slice(0, groupsOfNetwork)
    .map((group) => Number.parseInt(group, 16))
}

/**
 * What limits per address count: an IPv4 address itself, of an IPv6 address its /56. Providers give a household up to
 * a whole /56, and it may send each request from another address of it.
 */
export const clientNetwork = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip
  const groups = firstGroups(ip.replace(/%.*$/, '')).map((group, index) =>
    index === groupsOfNetwork - 1 ? group & lastGroupMask : group,
  )
  return `${groups.map((group) => group.toString(16)).join(':')}::/56`
}
