import type { ThemeChoice } from './apply-theme.ts'

/** CSS colours of a theme, as they are in the light or in the dark. */
export type SwatchColors = {
  paper: string
  surface: string
  ink: string
  line: string
  primary: string
  onPrimary: string
  seal: string
}

/** What a theme leaves as it is, from `tokens.css`: the page's own values are those of the theme in use. */
export const baseColors = {
  light: {
    paper: '#f5f3ee',
    surface: '#fffefb',
    ink: '#1e2a32',
    line: '#e3ded3',
    'primary-fill': '#17607a',
    seal: '#b83a2a',
  },
  dark: {
    paper: '#12181c',
    surface: '#1b2329',
    ink: '#e8e6e0',
    line: '#2f3a42',
    'primary-fill': '#1f7a99',
    seal: '#e8796a',
  },
} as const

/** @param isSystemDark what a theme that follows the system follows */
export function colorsOfTheme(theme: ThemeChoice, isSystemDark: boolean): SwatchColors {
  const isDark = theme.scheme === 'auto' ? isSystemDark : theme.scheme === 'dark'
  const base: Record<string, string> = baseColors[isDark ? 'dark' : 'light']
  const tokens = { ...base, ...theme.tokens, ...(isDark ? theme.darkTokens : {}) }
  const color = (name: string): string => tokens[name] ?? ''
  return {
    paper: color('paper'),
    surface: color('surface'),
    ink: color('ink'),
    line: color('line'),
    primary: color('primary-fill'),
    onPrimary: tokens['on-primary'] ?? '#fff',
    seal: color('seal'),
  }
}
