import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { MoreIcon } from '../more-icons.tsx'
import { StrokeDrawing, WritingBox, type CharacterStrokes } from './stroke-drawing.tsx'
import { StrokeTracing } from './stroke-tracing.tsx'
import styles from './stroke-order.module.css'

type StrokeOrderProps = {
  character: string
  strokes: CharacterStrokes
  words: {
    open: string
    /** What the drawing shows, with the number of strokes. */
    label: string
    replay: string
    trace: string
    traceBox: string
    tracing: string
    failed: string
    traced: (mistakes: number) => string
  }
}

type View = { shows: 'nothing' | 'drawing' | 'tracing'; run: number; says: string }

/** How a character is written: behind a button, drawn stroke by stroke, and to be traced with a finger. */
export function StrokeOrder({ character, strokes, words }: StrokeOrderProps) {
  const [view, setView] = useState<View>({ shows: 'nothing', run: 0, says: '' })
  const area = useRef<HTMLDivElement>(null)
  const isOpen = view.shows !== 'nothing'
  const show = (shows: View['shows'], says = '') => setView(({ run }) => ({ shows, says, run: run + 1 }))
  const say = (says: string) => setView((current) => ({ ...current, says }))

  // The button that was pressed is gone; what took its place goes on from there.
  useEffect(() => {
    if (isOpen) area.current?.focus({ preventScroll: true })
  }, [isOpen])

  if (!isOpen)
    return (
      <div className={styles.closed}>
        <Button kind="secondary" small onClick={() => show('drawing')}>
          <MoreIcon name="brush" size={18} />
          {words.open}
        </Button>
      </div>
    )
  return (
    <div
      ref={area}
      tabIndex={-1}
      role="group"
      aria-label={words.open}
      className={styles.open}
      data-own-touches
    >
      <div className={styles.box}>
        <WritingBox />
        {view.shows === 'drawing' ? (
          <StrokeDrawing key={view.run} strokes={strokes} label={words.label} />
        ) : (
          <StrokeTracing
            key={view.run}
            character={character}
            strokes={strokes}
            label={words.traceBox}
            onDone={(mistakes) => say(words.traced(mistakes))}
            onFailed={() => show('drawing', words.failed)}
          />
        )}
      </div>
      <p className={styles.says} role="status">
        {view.says}
      </p>
      <div className={styles.actions}>
        <Button kind="secondary" small onClick={() => show('drawing')}>
          {words.replay}
        </Button>
        <Button kind="secondary" small onClick={() => show('tracing', words.tracing)}>
          {words.trace}
        </Button>
      </div>
    </div>
  )
}
