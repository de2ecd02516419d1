/** `10`, `9.50`: yuan of a sum in fen, without the sign. */
export function formatYuan(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}
