import { useLayoutEffect } from 'react'
import { loginBackgroundKey } from '#contract/constants.ts'
import type { Theme } from '#contract/themes.ts'
import { writePreference } from '#src/device/preferences.ts'
import { applyTheme, systemDark } from '#src/ui/apply-theme.ts'

/**
 * Puts the student's theme on the page before the frame is painted, by day and by night, and its login
 * background in store.
 */
export const useCurrentTheme = (theme: Theme | undefined): void => {
  useLayoutEffect(() => {
    if (theme === undefined) return
    const apply = () => applyTheme(theme.config)
    const dark = systemDark()
    apply()
    dark.addEventListener('change', apply)
    writePreference(loginBackgroundKey, theme.config.login_bg)
    return () => dark.removeEventListener('change', apply)
  }, [theme])
}
