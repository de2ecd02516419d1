// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyTheme } from './apply-theme.ts'

const root = document.documentElement
const token = (name: string): string => root.style.getPropertyValue(`--${name}`)

const systemIs = (scheme: 'light' | 'dark') =>
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: scheme === 'dark' } as MediaQueryList)

afterEach(() => {
  vi.restoreAllMocks()
  applyTheme({ scheme: 'auto', tokens: {} })
})

const tokens = { paper: '#fff', hero: '#123456' }
const darkTokens = { paper: '#000' }

describe('a theme', () => {
  it('follows the system unless it has a scheme of its own', () => {
    systemIs('light')
    applyTheme({ scheme: 'auto', tokens, darkTokens })
    expect([token('paper'), root.dataset['scheme']]).toEqual(['#fff', undefined])
    applyTheme({ scheme: 'dark', tokens, darkTokens })
    expect([token('paper'), root.dataset['scheme']]).toEqual(['#000', 'dark'])
    vi.restoreAllMocks()
    systemIs('dark')
    applyTheme({ scheme: 'auto', tokens, darkTokens })
    expect(token('paper')).toBe('#000')
    applyTheme({ scheme: 'light', tokens, darkTokens })
    expect(token('paper')).toBe('#fff')
  })

  it('keeps in the dark what only the light says, and is one set where it has no other', () => {
    applyTheme({ scheme: 'dark', tokens, darkTokens })
    expect(token('hero')).toBe('#123456')
    applyTheme({ scheme: 'dark', tokens })
    expect(token('paper')).toBe('#fff')
  })

  it('takes back what the last one set, also where another script set it', () => {
    root.style.setProperty('--seal', 'red')
    root.style.fontSize = '20px'
    applyTheme({ scheme: 'light', tokens: { paper: '#eee' } })
    expect([token('seal'), token('hero'), token('paper')]).toEqual(['', '', '#eee'])
    expect(root.style.fontSize).toBe('20px')
  })

  it('sets nothing whose name is no token’s', () => {
    applyTheme({ scheme: 'light', tokens: { 'a:b': 'c', '': 'x', Paper: '#fff' } })
    expect(Array.from(root.style).filter((name) => name.startsWith('--'))).toEqual([])
  })
})
