/** Card Markdown as one quiet line of a list: without the marks that only shape it. */
export const cardLine = (markdown: string): string =>
  markdown
    .replace(/\*\*|\$\$?/g, '')
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/gm, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
