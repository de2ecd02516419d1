export type ThemeChoice = {
  scheme: 'auto' | 'light' | 'dark'
  /** Token name without the leading dashes, to CSS value. */
  tokens: Readonly<Record<string, string>>
}

let applied: readonly string[] = []

/** Puts a theme on the page and takes back what the last one set. */
export const applyTheme = ({ scheme, tokens }: ThemeChoice): void => {
  const root = document.documentElement
  for (const name of applied) root.style.removeProperty(name)
  applied = Object.keys(tokens)
    .filter((name) => /^[a-z][a-z0-9-]*$/.test(name))
    .map((name) => `--${name}`)
  for (const name of applied) root.style.setProperty(name, tokens[name.slice(2)] ?? '')
  if (scheme === 'auto') delete root.dataset.scheme
  else root.dataset.scheme = scheme
  paintBrowserBar(getComputedStyle(root).backgroundColor)
}

/** Once a theme is chosen the two tags of index.html, one per system scheme, say the same. */
const paintBrowserBar = (color: string): void => {
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) tag.content = color
}
