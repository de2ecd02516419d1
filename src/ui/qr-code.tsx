import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import styles from './qr-code.module.css'

type QrCodeProps = {
  text: string
  /** What it is for, and what to scan it with. */
  label: string
  sizePx?: number
  /** Stands over a faded code: expired, scanned. */
  over?: ReactNode
}

type Drawn = { text: string; path: string; size: number }

/** One path for all dark squares; row by row, a run of them is one rectangle. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  rows.forEach((row, y) => {
    let from = -1
    ;[...row, false].forEach((isDark, x) => {
      if (isDark && from < 0) from = x
      if (isDark || from < 0) return
      path += `M${from} ${y}h${x - from}v1h${from - x}z`
      from = -1
    })
  })
  return path
}

/** A QR code as a picture of any size; the encoder is loaded when one is shown. */
export function QrCode({ text, label, sizePx = 208, over }: QrCodeProps) {
  const [drawn, setDrawn] = useState<Drawn>()
  useEffect(() => {
    let isCurrent = true
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 2 })
      if (isCurrent) setDrawn({ text, path: pathOf(data), size })
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  const shown = drawn?.text === text ? drawn : undefined
  return (
    <div className={styles.frame}>
      <div
        role="img"
        aria-label={label}
        aria-busy={shown === undefined}
        className={styles.code}
        data-stale={over !== undefined || undefined}
        style={{ '--size': `${sizePx}px` } as CSSProperties}
      >
        {shown !== undefined && (
          <svg viewBox={`0 0 ${shown.size} ${shown.size}`} shapeRendering="crispEdges" aria-hidden="true">
            <path d={shown.path} fill="currentColor" />
          </svg>
        )}
      </div>
      {over !== undefined && <div className={styles.over}>{over}</div>}
    </div>
  )
}
