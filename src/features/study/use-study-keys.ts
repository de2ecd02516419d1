import { useEffect } from 'react'
import type { Rating } from '#contract/study.ts'
import type { StudyPlayer } from './study-player.ts'

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input, textarea, select') !== null

/** Space and Enter show the answer, 1 to 4 rate, U or Ctrl+Z takes back. A focused control keeps its own keys. */
export const useStudyKeys = (player: StudyPlayer): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey
      if ((key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey) || (key === 'u' && plain)) {
        event.preventDefault()
        void player.undo()
      } else if (plain && /^[1-4]$/.test(key)) {
        void player.rate(Number(key) as Rating)
      } else if (plain && (key === ' ' || key === 'enter') && !isControl(event.target)) {
        event.preventDefault()
        player.reveal()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [player])
}
