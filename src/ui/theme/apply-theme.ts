export type ThemeChoice = {
  scheme: 'auto' | 'light' | 'dark'
  /** Token name without the leading dashes, to CSS value. */
  tokens: Readonly<Record<string, string>>
  /** Laid over `tokens` in the dark. */
  darkTokens?: Readonly<Record<string, string>>
}

export function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

/** Puts a theme on the page, by the system's scheme of this moment, and takes back what the last one set. */
export function applyTheme({ scheme, tokens, darkTokens }: ThemeChoice): void {
  const root = document.documentElement
  const isDark = scheme === 'auto' ? systemDark().matches : scheme === 'dark'
  const values = isDark ? { ...tokens, ...darkTokens } : tokens
  // The first frame's script may have set them: it shares no memory with the app.
  for (const name of Array.from(root.style)) if (name.startsWith('--')) root.style.removeProperty(name)
  for (const [name, value] of Object.entries(values))
    if (/^[a-z][a-z0-9-]*$/.test(name)) root.style.setProperty(`--${name}`, value)
  if (scheme === 'auto') delete root.dataset.scheme
  else root.dataset.scheme = scheme
  paintBrowserBar(getComputedStyle(root).backgroundColor)
}

/** Once a theme is chosen the two tags of index.html, one per system scheme, say the same. */
const paintBrowserBar = (color: string): void => {
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) tag.content = color
}
