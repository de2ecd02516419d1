import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactElement,
} from 'react'
import { currentToasts, removeToast, subscribeToToasts, type Toast } from './toast-store.ts'
import styles from './toaster.module.css'

type Timing = { appearMs: number; durationMs: number; fadeMs: number }

/**
 * The one place where toasts stand. It is a manual popover, put on top again at each new toast: one
 * that was opened before a modal dialog would lie under that dialog's backdrop.
 */
export function Toaster(timing: Timing): ReactElement | null {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  const element = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    const popover = element.current
    // Without popover support it stays what it is: a fixed box.
    if (popover?.showPopover === undefined) return
    if (popover.matches(':popover-open')) popover.hidePopover()
    popover.showPopover()
  }, [newest])
  return (
    <div ref={element} popover="manual" className={styles.toaster}>
      {toasts.map((toast) => (
        <ToastBox
          key={toast.id}
          toast={toast}
          {...timing}
          durationMs={toast.durationMs ?? timing.durationMs}
        />
      ))}
    </div>
  )
}

const ToastBox = ({ toast, appearMs, durationMs, fadeMs }: Timing & { toast: Toast }) => {
  const [phase, setPhase] = useState<'waiting' | 'shown' | 'leaving'>('waiting')
  const { id } = toast
  useEffect(() => {
    const timers = [
      setTimeout(() => setPhase('shown'), appearMs),
      setTimeout(() => setPhase('leaving'), appearMs + durationMs),
      setTimeout(() => removeToast(id), appearMs + durationMs + fadeMs),
    ]
    return () => timers.forEach(clearTimeout)
  }, [id, appearMs, durationMs, fadeMs])
  const urgent = toast.kind === 'error' || toast.kind === 'failed'
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={styles.toast}
      data-kind={toast.kind}
      data-phase={phase}
      style={{ '--fade': `${fadeMs}ms` } as CSSProperties}
    >
      {toast.message}
    </div>
  )
}
