/** A reply that was under way when its owner signed out must not be stored: each wipe begins a new generation. */

const generations = new Map<string, number>()

export function generationOf(accountId: string): number {
  return generations.get(accountId) ?? 0
}
export function beginGeneration(accountId: string): void {
  return void generations.set(accountId, generationOf(accountId) + 1)
}
