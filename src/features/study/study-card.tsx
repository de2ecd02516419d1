import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { plainText } from '#contract/text/card-text.ts'
import type { Card } from '#contract/packs.ts'
import { CardText } from '#src/ui/text/card-text.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { useTap } from './use-tap.ts'
import styles from './study-card.module.css'

type StudyCardProps = {
  card: Card
  /** The pack's subject, where the device knows them. */
  pack: { subject: { id: string; name: string } } | undefined
  revealed: boolean
  isNew: boolean
  onReveal: () => void
  /** The question is heard; its words stay covered until they are asked for. */
  isHeard: boolean
  /** Reads the face aloud; null without a voice. */
  onRead: (() => void) | null
  /** Between question and answer: how the card's character is written. */
  strokes?: ReactNode
}

/** A character or a word is seen from afar, short questions are set large, long ones so that they fit. */
const sizeOf = (text: string): 'character' | 'word' | 'large' | 'medium' | 'small' => {
  const { length } = [...text]
  if (length <= 1) return 'character'
  if (length <= 4) return 'word'
  return length <= 36 ? 'large' : length <= 110 ? 'medium' : 'small'
}

/** From this length on an answer is read, not glanced at. */
const longAnswer = 80

/** Between the answer and the edge of the face. */
const marginPx = 20

/** As many large characters as a line holds on a narrow phone. */
const charactersPerLine = 9

/** Whether every phrase fits a line, so that lines may break at phrases alone. */
const hasShortPhrases = (text: string): boolean =>
  text.split(/[，。！？；：、\s]+/u).every((phrase) => phrase.length <= charactersPerLine)

/**
 * A card with two faces. The back repeats the question, so that nothing has to be turned again; it is
 * empty until it is asked for, so that no screen reader gives the answer away.
 */
export function StudyCard({
  card,
  pack,
  revealed,
  isNew,
  onReveal,
  isHeard,
  onRead,
  strokes,
}: StudyCardProps) {
  const { t } = useTranslation('study')
  const front = useRef<HTMLElement>(null)
  const back = useRef<HTMLElement>(null)
  const [hinted, setHinted] = useState(false)
  const [isCovered, setCovered] = useState(isHeard)

  useTap(front, onReveal)

  // On a low screen the question alone fills the card.
  useLayoutEffect(() => {
    if (revealed && back.current !== null) showFrom(back.current)
  }, [revealed])

  // A student who listens instead of looking is led to the new face; it also takes the arrow keys for scrolling.
  useEffect(() => (revealed ? back : front).current?.focus({ preventScroll: true }), [revealed])

  const head = (
    <div className={styles.head}>
      <span
        className={styles.tag}
        style={{ '--tag': `var(--c-${pack?.subject.id}, var(--c-other))` } as CSSProperties}
      >
        {[pack?.subject.name, card.tag].filter(Boolean).join(' · ') || card.title}
      </span>
      {isNew && <span className={styles.fresh}>{t('newCard')}</span>}
      {onRead && (
        <IconButton icon={<MoreIcon name="speaker" size={20} />} label={t('readAloud')} onClick={onRead} />
      )}
    </div>
  )
  return (
    <div className={styles.card} data-revealed={revealed || undefined}>
      <section
        ref={front}
        tabIndex={-1}
        inert={revealed}
        aria-label={t('front')}
        className={`${styles.face} ${styles.front}`}
      >
        {head}
        {isCovered ? (
          <div className={styles.covered}>
            <IconButton
              icon={<MoreIcon name="speaker" size={44} />}
              label={t('listenAgain')}
              onClick={() => onRead?.()}
            />
            <button type="button" className={styles.hintButton} onClick={() => setCovered(false)}>
              {t('showWords')}
            </button>
          </div>
        ) : (
          <Question card={card} />
        )}
        {card.hint !== undefined && card.hint.length > 0 && (
          <div className={styles.hint}>
            {hinted ? (
              <CardText text={card.hint} />
            ) : (
              <button type="button" className={styles.hintButton} onClick={() => setHinted(true)}>
                {t('showHint')}
              </button>
            )}
          </div>
        )}
      </section>
      <section
        ref={back}
        tabIndex={-1}
        data-scroller
        inert={!revealed}
        aria-label={t('back')}
        className={`${styles.face} ${styles.back}`}
      >
        {revealed && head}
        {revealed && <Question card={card} />}
        {revealed && strokes}
        {revealed && <Answer card={card} />}
      </section>
    </div>
  )
}

/** Scrolls a face so far that its answer is seen, whole or from its beginning. */
const showFrom = (face: HTMLElement): void => {
  const answer = face.querySelector<HTMLElement>('[data-answer]')
  if (answer === null) return
  const hidden = answer.offsetTop + answer.offsetHeight + marginPx - face.clientHeight
  face.scrollTop = Math.min(hidden, answer.offsetTop - marginPx)
}

/** The first block is what it is about; what is asked stands below a rule. */
const Question = ({ card }: { card: Card }) => {
  const [lead, ...rest] = card.front
  return (
    <div className={styles.question}>
      {lead !== undefined && (
        <div
          className={styles.lead}
          data-size={sizeOf(plainText([lead]))}
          data-by-phrase={hasShortPhrases(plainText([lead])) || undefined}
        >
          <CardText text={[lead]} />
        </div>
      )}
      {rest.length > 0 && (
        <div className={styles.asked}>
          <CardText text={rest} />
        </div>
      )}
    </div>
  )
}

const Answer = ({ card }: { card: Card }) => (
  <div className={styles.answer} data-answer>
    <div className={styles.answerText} data-long={plainText(card.back).length > longAnswer || undefined}>
      <CardText text={card.back} />
    </div>
    {card.explanation !== undefined && card.explanation.length > 0 && (
      <div className={styles.explanation}>
        <CardText text={card.explanation} />
      </div>
    )}
  </div>
)
