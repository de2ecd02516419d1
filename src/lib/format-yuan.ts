/** `10`, `9.50`: yuan of a sum in fen, without the sign. */
export const formatYuan = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
