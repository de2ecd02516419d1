import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { afterPaint } from '#src/lib/first-paint.ts'
import { keepChildren } from '#src/lib/kept-markup.ts'
import { useRemembered } from '#src/queries/remembered.ts'
import { PlanSkeleton } from '#src/ui/skeleton.tsx'
import { keptTodayName, momentOf, todayAttribute, type KeptToday } from './kept-today.ts'
import styles from './home.module.css'

type TodayProps = {
  /** When what it says was true; undefined while it is still being asked for, and not worth keeping. */
  saidAt: Date | undefined
  children: ReactNode
}

/** The upper half of /home. What is drawn in it is kept, for the first frame of the next start. */
export function Today({ saidAt, children }: TodayProps) {
  const half = useRef<HTMLDivElement>(null)
  const [, remember] = useRemembered<KeptToday | null>(keptTodayName, null)
  const last = useRef('')
  useEffect(() => {
    if (saidAt === undefined) return
    let isGone = false
    void afterPaint().then(() => {
      if (isGone || half.current === null) return
      const kept = { ...momentOf(saidAt), drawn: keepChildren(half.current) }
      const text = JSON.stringify(kept)
      if (text === last.current) return
      last.current = text
      remember(kept)
    })
    return () => {
      isGone = true
    }
  })
  return <Half half={half}>{children}</Half>
}

/** Before anything of the student is known, as the first frame shows it; see `start/first-frames.tsx`. */
export function TodaySkeleton() {
  return (
    <Half>
      <PlanSkeleton />
    </Half>
  )
}

const Half = ({ half, children }: { half?: RefObject<HTMLDivElement | null>; children: ReactNode }) => (
  <div ref={half} className={styles.today} {...{ [todayAttribute]: '' }}>
    {children}
  </div>
)
