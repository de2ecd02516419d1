import { useEffect } from 'react'
import type { Rating } from '#contract/study.ts'
import type { StudyPlayer } from './study-player.ts'

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input, textarea, select') !== null

/** A sheet or a menu over the player keeps its own keys. */
const isCovered = (target: EventTarget | null): boolean =>
  document.querySelectorAll('dialog[open]').length > 1 ||
  (target instanceof Element && target.closest('[role=menu]') !== null)

/** Chooses the option at that place, or rates once the answer is seen. */
const pressNumber = (player: StudyPlayer, number: Rating): void => {
  const view = player.view()
  if (view.status !== 'studying') return
  const { session, exercise } = view
  if (session.revealed) void player.rate(number)
  else if (exercise.mode === 'choice') player.attempt(exercise.options[number - 1] ?? '')
}

/** Space and Enter show the answer, 1 to 4 choose or rate, U or Ctrl+Z takes back. A focused control keeps its own keys. */
export function useStudyKeys(player: StudyPlayer): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // What is typed into a field is no command, nor is a key that an input method is using.
      if (isText(event.target) || event.isComposing || isCovered(event.target)) return
      const key = event.key.toLowerCase()
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey
      if ((key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey) || (key === 'u' && plain)) {
        event.preventDefault()
        void player.undo()
      } else if (plain && /^[1-4]$/.test(key)) {
        pressNumber(player, Number(key) as Rating)
      } else if (plain && (key === ' ' || key === 'enter') && !isControl(event.target)) {
        event.preventDefault()
        player.reveal()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [player])
}
