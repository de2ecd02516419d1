import { isIPv4, isIPv6 } from 'node:net'

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

/** An IPv4 address that came over IPv6 counts as itself. */
const plainAddress = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip

const ipv6Groups = (ip: string): number[] => firstGroups(ip.replace(/%.*$/, ''))

const hex = (group: number): string => group.toString(16)

/**
 * What limits per address count: an IPv4 address itself, of an IPv6 address its /56. Providers give a household up to
 * a whole /56, and it may send each request from another address of it.
 */
export function clientNetwork(ip: string): string {
  const address = plainAddress(ip)
  if (!isIPv6(address)) return address
  const groups = ipv6Groups(address).map((group, index) =>
    index === groupsOfNetwork - 1 ? group & lastGroupMask : group,
  )
  return `${groups.map(hex).join(':')}::/56`
}

/**
 * The neighbourhood that a network is rented in: its /24, or its /48 in IPv6. Who has one address of it easily
 * has more.
 */
export function clientRange(ip: string): string {
  const address = plainAddress(ip)
  if (isIPv6(address)) return `${ipv6Groups(address).slice(0, 3).map(hex).join(':')}::/48`
  return isIPv4(address) ? address.replace(/\d+$/, '0/24') : address
}
