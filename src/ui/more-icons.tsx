import { IconFrame } from './icons.tsx'

/** Icons of the screens behind the first: apart from `icons.tsx`, which every start pays for. */
const shapes = {
  more: <path d="M12 5.5v.2M12 12v.2M12 18.5v.2" strokeWidth="3" />,
  share: <path d="M12 14V3.5M8 7l4-4 4 4M7 11H5.5v9h13v-9H17" />,
  edit: <path d="M5 19l1-4L16.5 4.5l3 3L9 18zM14 7l3 3" />,
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.2M20 4.5v4.7h-4.7" />,
  upload: <path d="M12 15V4M7.5 8L12 3.5 16.5 8M5 20h14" />,
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="14.5" rx="2" />
      <path d="M4 10.5h16M8.5 3.5v4M15.5 3.5v4" />
    </>
  ),
  like: (
    <path d="M8 11v9H4.5v-9zM8 11l3.5-7c1.7 0 2.5 1.2 2.2 3l-.5 2.5h5.3a1.5 1.5 0 0 1 1.5 1.8l-1.3 7A2 2 0 0 1 16.7 20H8" />
  ),
  dislike: (
    <path d="M8 13V4H4.5v9zM8 13l3.5 7c1.7 0 2.5-1.2 2.2-3l-.5-2.5h5.3a1.5 1.5 0 0 0 1.5-1.8l-1.3-7A2 2 0 0 0 16.7 4H8" />
  ),
  flag: <path d="M6 21V4.5c4-2.5 8 2.5 12 0v9c-4 2.5-8-2.5-12 0" />,
  speaker: <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11" />,
  brush: (
    <path d="M19.5 4.5c-5 1.5-9 5-10.5 8l2.5 2.5c3-1.5 6.5-5.5 8-10.5zM8 14c-2.5 0-3 3-4.5 5.5 3 .5 6.5.5 7-3z" />
  ),
  chart: <path d="M5 20V11M12 20V4M19 20v-6" />,
  phone: (
    <>
      <rect x="7" y="3.5" width="10" height="17" rx="2" />
      <path d="M11 17.5h2" />
    </>
  ),
  palette: (
    <path d="M12 4a8 8 0 1 0 0 16c1.5 0 2-1 1.5-2-.8-1.8.2-3 2-3H18c1.5 0 2-1.5 2-3 0-4.5-3.5-8-8-8zM8 12v.2M9.5 8.5v.2M14 8v.2" />
  ),
  wand: <path d="M5 19L15 9M17 7l-1-1M13 4v1.5M19 10.5h1.5M18 4.5l-1 1M19 14l1 1M10 4l.5.5" />,
  list: <path d="M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5v.1M4.5 12v.1M4.5 17.5v.1" />,
  external: <path d="M13.5 4.5h6v6M19.5 4.5L11 13M17 13.5V19H5V7h5.5" />,
  chat: <path d="M4 5.5h16v11h-9.5L6.5 20v-3.5H4zM8.5 11v.2M12 11v.2M15.5 11v.2" />,
  settings: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2.1 2.1M15.9 15.9L18 18M18 6l-2.1 2.1M8.1 15.9L6 18" />
    </>
  ),
  document: <path d="M6.5 3.5h7l4 4v13h-11zM13.5 3.5v4h4M9.5 12h5M9.5 16h5" />,
  shield: <path d="M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2 2 4-4" />,
  leave: <path d="M13 4.5H6.5v15H13M10.5 12H20M16.5 8.5L20 12l-3.5 3.5" />,
  undo: <path d="M8 5L4 9l4 4M4 9h9.5a5.5 5.5 0 0 1 0 11H9" />,
  trash: <path d="M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7" />,
  heart: (
    <path d="M12 19.5C6.5 15.5 4 12.6 4 9.4A4.2 4.2 0 0 1 12 7.4a4.2 4.2 0 0 1 8 2c0 3.2-2.5 6.1-8 10.1z" />
  ),
  minus: <path d="M5 12h14" />,
  lock: (
    <>
      <rect x="5.5" y="11" width="13" height="9" rx="2" />
      <path d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
    </>
  ),
}

export type MoreIconName = keyof typeof shapes
export const moreIconNames = Object.keys(shapes) as MoreIconName[]

const mirroredNames: ReadonlySet<MoreIconName> = new Set(['list', 'external', 'leave', 'undo'])

type MoreIconProps = { name: MoreIconName; size?: number; filled?: boolean }

/** Decorative, as `Icon` is. */
export function MoreIcon({ name, size, filled }: MoreIconProps) {
  return (
    <IconFrame size={size} filled={filled} mirrored={mirroredNames.has(name)}>
      {shapes[name]}
    </IconFrame>
  )
}
