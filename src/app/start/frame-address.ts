/** `/cardpack/` for the pattern `/cardpack/:id` and for every address of it: they have one frame. */
export function frameAddress(pattern: string): string {
  return pattern.replace(/:.*$/, '')
}

/** On the templates in index.html: whose first frame each is, apart by spaces. */
export const frameAddressesAttribute = 'data-addresses'

export type FirstFrame = {
  /** Of all screens with this skeleton. */
  addresses: string[]
  markup: string
}
