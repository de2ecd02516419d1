import { useCallback, useEffect } from 'react'
import { plainText, type CardText } from '#contract/text/card-text.ts'
import { canSpeak, speak, stopSpeaking, type Speech } from '#src/device/speech.ts'
import { languageRuns } from '#src/ui/text/language-runs.ts'
import type { PlayerView } from './study-player.ts'

const speechOf = (text: CardText): Speech[] =>
  languageRuns(plainText(text)).map((run) => ({
    text: run.text,
    lang: run.lang === 'en' ? 'en-US' : 'zh-CN',
  }))

/**
 * Reads a card aloud: by itself where the card is asked by ear or the student wishes it, and whenever asked.
 * @returns reads the face that is up; null where the device has no voice
 */
export function useReading(
  { card, session, exercise }: Extract<PlayerView, { status: 'studying' }>,
  readsAloud: boolean,
): (() => void) | null {
  const { revealed, steps } = session
  const read = useCallback(() => void speak(speechOf(revealed ? card.back : card.front)), [card, revealed])
  const isHeard = exercise.mode === 'listen' && !revealed
  const showing = steps.length

  useEffect(() => {
    if ((isHeard || readsAloud) && canSpeak()) read()
    return stopSpeaking
  }, [isHeard, read, readsAloud, showing])

  return canSpeak() ? read : null
}
