import { useLayoutEffect } from 'react'
import { loginBackgroundKey } from '#contract/constants.ts'
import type { Theme } from '#contract/themes.ts'
import { writePreference } from '#src/device/preferences.ts'
import { applyTheme, systemDark } from '#src/ui/theme/apply-theme.ts'
import { loginSchemeKey } from './device-keys.ts'

/**
 * Puts the student's theme on the page before the frame is painted, by day and by night, and what
 * /login wears after them in store.
 */
export function useCurrentTheme(theme: Theme | undefined): void {
  useLayoutEffect(() => {
    if (theme === undefined) return
    const apply = () => applyTheme(theme.config)
    const dark = systemDark()
    apply()
    dark.addEventListener('change', apply)
    writePreference(loginBackgroundKey, theme.config.login_bg)
    writePreference(loginSchemeKey, theme.config.scheme)
    return () => dark.removeEventListener('change', apply)
  }, [theme])
}
