import { useState } from 'react'
import { applyTheme, type ThemeChoice } from '#src/ui/theme/apply-theme.ts'
import { samples } from './gallery-samples.ts'
import { SegmentedControl } from '#src/ui/fields/segmented-control.tsx'
import { SelectField } from '#src/ui/fields/select-field.tsx'
import styles from './gallery.module.css'

export type GalleryTheme = { id: string; name: string; config: ThemeChoice }

const schemes = ['auto', 'light', 'dark'] as const
const directions = ['ltr', 'rtl'] as const
const sizes = ['100', '150', '200'] as const
const widths = ['320', '390', '768'] as const
const named = <Id extends string>(ids: readonly Id[]) => ids.map((id) => ({ id, label: id }))

const root = document.documentElement

/** How the gallery is looked at: theme, scheme, direction, size of the text, width of the page. */
export function GallerySwitches({ themes }: { themes: readonly GalleryTheme[] }) {
  const [theme, setTheme] = useState('')
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('auto')
  const [direction, setDirection] = useState<(typeof directions)[number]>('ltr')
  const [size, setSize] = useState<(typeof sizes)[number]>('100')
  const [width, setWidth] = useState<(typeof widths)[number]>('768')
  const { words } = samples
  /** A theme of one scheme only stays in it. */
  const show = (id: string, wanted: (typeof schemes)[number]): void => {
    setTheme(id)
    setScheme(wanted)
    const config = themes.find((candidate) => candidate.id === id)?.config ?? { scheme: 'auto', tokens: {} }
    applyTheme(config.scheme === 'auto' ? { ...config, scheme: wanted } : config)
  }
  return (
    <div className={styles.line}>
      <SelectField
        label={words.theme}
        options={themes.map(({ id, name }) => ({ code: id, name }))}
        value={theme}
        onChange={(id) => show(id, scheme)}
      />
      <SegmentedControl
        label={words.scheme}
        options={named(schemes)}
        value={scheme}
        onChange={(id) => show(theme, id)}
      />
      <SegmentedControl
        label={words.direction}
        options={named(directions)}
        value={direction}
        onChange={(id) => {
          setDirection(id)
          root.dir = id
        }}
      />
      <SegmentedControl
        label={words.textSize}
        options={named(sizes)}
        value={size}
        onChange={(id) => {
          setSize(id)
          root.style.fontSize = id === '100' ? '' : `${(15 * Number(id)) / 100}px`
        }}
      />
      <SegmentedControl
        label={words.width}
        options={named(widths)}
        value={width}
        onChange={(id) => {
          setWidth(id)
          root.style.setProperty('--column', `${id}px`)
        }}
      />
    </div>
  )
}
