const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const

/** 1 to 99 as a chapter is counted in Chinese: 一, 十, 十二, 二十. */
export function chapterNumber(number: number): string {
  const tens = Math.floor(number / 10)
  const ten = tens === 0 ? '' : tens === 1 ? '十' : `${digits[tens]}十`
  return ten + digits[number % 10]
}
