/**
 * Text as the database can hold it: PostgreSQL takes neither NUL nor half a surrogate pair, and both can
 * stand in valid JSON.
 */
export const wellFormed = (text: string): string =>
  text.replaceAll('\0', '').replace(/[\uD800-\uDFFF]/gu, '\uFFFD')
