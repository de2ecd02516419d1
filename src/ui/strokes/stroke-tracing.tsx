import { useEffect, useEffectEvent, useRef } from 'react'
import { boxMargin, type CharacterStrokes } from './stroke-drawing.tsx'
import styles from './stroke-order.module.css'

type StrokeTracingProps = {
  character: string
  strokes: CharacterStrokes
  label: string
  /** All strokes are written, with that many wrong tries on the way. */
  onDone: (mistakes: number) => void
  /** The recogniser could not be loaded. */
  onFailed: () => void
}

const missesBeforeHint = 2
const penWidthPx = 14

/**
 * The character to be traced with a finger, stroke by stroke. Who recognises the strokes is loaded when it
 * is first asked for; it takes colours as values only, so they are read from the style of the area.
 */
export function StrokeTracing({ character, strokes, label, onDone, onFailed }: StrokeTracingProps) {
  const area = useRef<HTMLDivElement>(null)
  const done = useEffectEvent(onDone)
  const failed = useEffectEvent(onFailed)

  useEffect(() => {
    const element = area.current
    if (element === null) return
    let stop: (() => void) | undefined
    let isOver = false
    const start = async (): Promise<void> => {
      const { default: HanziWriter } = await import('hanzi-writer')
      if (isOver) return
      const side = element.clientWidth
      const { color, caretColor } = getComputedStyle(element)
      const writer = HanziWriter.create(element, character, {
        width: side,
        height: side,
        padding: (side * boxMargin) / (1024 + 2 * boxMargin),
        charDataLoader: () => ({
          strokes: [...strokes.strokes],
          medians: strokes.medians.map((median) => median.map((point) => [...point])),
        }),
        showCharacter: false,
        showOutline: true,
        strokeColor: color,
        // As in a copybook: what is to be written stands there in pale red.
        outlineColor: caretColor.replace(/^rgb\((.+)\)$/, 'rgba($1, 0.3)'),
        highlightColor: caretColor,
        drawingColor: caretColor,
        drawingWidth: penWidthPx,
      })
      stop = () => writer.cancelQuiz()
      await writer.quiz({
        showHintAfterMisses: missesBeforeHint,
        onComplete: ({ totalMistakes }) => {
          if (!isOver) done(totalMistakes)
        },
      })
    }
    start().catch(() => {
      if (!isOver) failed()
    })
    return () => {
      isOver = true
      stop?.()
      element.replaceChildren()
    }
  }, [character, strokes])

  return <div ref={area} role="img" aria-label={label} className={styles.tracing} />
}
