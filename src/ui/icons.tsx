import type { ReactNode } from 'react'

const shapes = {
  home: <path d="M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-5v-6h-4v6H5a1 1 0 0 1-1-1z" />,
  books: (
    <>
      <rect x="4" y="4" width="7" height="16" rx="1" />
      <rect x="13" y="4" width="7" height="16" rx="1" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  compass: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M15 9l-2 5-4 1 2-5z" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="9" r="4" />
      <path d="M4 20c1.5-4 14.5-4 16 0" />
    </>
  ),
  back: <path d="M15 5l-7 7 7 7" />,
  forward: <path d="M9 5l7 7-7 7" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  check: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6" />
      <path d="M15.5 15.5L20 20" />
    </>
  ),
  star: <path d="M12 4l2.5 5.2 5.5.7-4 3.9 1 5.6-5-2.7-5 2.7 1-5.6-4-3.9 5.5-.7z" />,
  download: <path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14" />,
  offline: <path d="M4 4l16 16M9 6.3A6 6 0 0 1 17.3 10 4 4 0 0 1 20 16.5M6.5 9.8A4.5 4.5 0 0 0 7.5 18H16" />,
  warning: <path d="M12 4.5L21 19.5H3zM12 10v4.5M12 17v.2" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 11v5M12 8v.2" />
    </>
  ),
  filter: <path d="M4 7h16M7 12h10M10 17h4" />,
}

export type IconName = keyof typeof shapes
export const iconNames = Object.keys(shapes) as IconName[]

type FrameProps = { size?: number; filled?: boolean; mirrored?: boolean; children: ReactNode }

/**
 * What every icon is drawn in. Icons that the first screen does not need are components of their own
 * around it, so that they come with the screens that show them. `mirrored`: it points along the reading.
 */
export function IconFrame({ size = 24, filled, mirrored, children }: FrameProps) {
  return (
    <svg
      aria-hidden="true"
      className={mirrored ? 'mirrored' : ''}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

type IconProps = { name: IconName; size?: number; filled?: boolean }

/** Decorative: the control or the text beside it carries the name. */
export function Icon({ name, size, filled }: IconProps) {
  return (
    <IconFrame size={size} filled={filled} mirrored={name === 'back' || name === 'forward'}>
      {shapes[name]}
    </IconFrame>
  )
}
