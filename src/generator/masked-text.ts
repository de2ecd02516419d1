/** Text of the same length in which parts that rules must not look into are filled. */

const filler = '\u0001'
const fill = (text: string): string => filler.repeat(text.length)

// Each part excludes its own opening sign, so that a text of nothing but openings is read once.
const formulas = /\$\$[^$]+\$\$|\$[^$]+\$|`[^`]+`/g
const quoted =
  /https?:\/\/[^\s，。；）]+|[（(][^（()）]*[）)]|“[^“”]*”|"[^"]*"|「[^「」]*」|《[^《》]*》|\{\{[^{}]*\}\}/g

/** Without formulas and code. */
export function maskFormulas(text: string): string {
  return text.replace(formulas, fill)
}

/** Also without brackets, quotations, titles and addresses. */
export function maskAsides(text: string): string {
  return maskFormulas(text).replace(quoted, fill)
}
