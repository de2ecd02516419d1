/**
 * Remembers where the student is, before something that takes a while: what comes of it late must not take a
 * student who has gone on somewhere else with it.
 * @returns whether the address, with its layers, is still (or again) the one of the call
 */
export function rememberAddress(): () => boolean {
  const { href } = location
  return () => location.href === href
}
