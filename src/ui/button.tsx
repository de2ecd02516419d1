import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { RenderLink } from './render-link.ts'
import styles from './button.module.css'

type Look = {
  /** `onColor` stands on a coloured surface. */
  kind?: 'primary' | 'secondary' | 'plain' | 'danger' | 'onColor'
  small?: boolean
  /** As wide as its container. */
  wide?: boolean
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  Look & {
    /** Keeps its width and name, refuses presses. */
    busy?: boolean
  }

const look = ({ kind = 'primary', small, wide }: Look): string =>
  classNames(styles.button, styles[kind], small && styles.small, wide && styles.wide)

export function Button({ kind, small, wide, busy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ kind, small, wide })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}

type ButtonLinkProps = Look & { render: RenderLink; children: ReactNode }

/** Looks like a button, is a link. */
export function ButtonLink({ render, children, ...rest }: ButtonLinkProps) {
  return render({ className: look(rest), children })
}
