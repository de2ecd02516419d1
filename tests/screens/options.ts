import { parseArgs } from 'node:util'

/** What `npm run screens` takes: `--width 320`, `--only home,study`, `--looks dark,rtl`. */

const looks = ['light', 'dark', 'rtl'] as const
export type Look = (typeof looks)[number]

const isLook = (name: string): name is Look => looks.some((look) => look === name)

/** @throws Error when an option is unknown or of a wrong form */
export function screenOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      width: { type: 'string', default: '390' },
      only: { type: 'string', default: '' },
      looks: { type: 'string', default: looks.join(',') },
    },
  })
  const width = Number(values.width)
  if (!Number.isInteger(width) || width < 280 || width > 2000)
    throw new Error('--width is a number of CSS pixels')
  const chosen = values.looks.split(',').filter(isLook)
  if (chosen.length === 0) throw new Error(`--looks are some of ${looks.join(',')}`)
  return { width, looks: chosen, only: values.only.split(',').filter((name) => name !== '') }
}

export type ScreenOptions = ReturnType<typeof screenOptions>
