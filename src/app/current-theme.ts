import { useLayoutEffect } from 'react'
import { loginBackgroundKey } from '#contract/constants.ts'
import type { Theme } from '#contract/themes.ts'
import { writePreference } from '#src/device/preferences.ts'
import { applyTheme } from '#src/ui/apply-theme.ts'

/** Puts the student's theme on the page before the frame is painted, and its login background in store. */
export const useCurrentTheme = (theme: Theme | undefined): void => {
  useLayoutEffect(() => {
    if (theme === undefined) return
    applyTheme(theme.config)
    writePreference(loginBackgroundKey, theme.config.login_bg)
  }, [theme])
}
