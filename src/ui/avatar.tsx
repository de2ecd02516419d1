import { useState, type CSSProperties } from 'react'
import { pictureAddress } from '#src/lib/picture-address.ts'
import styles from './marks.module.css'

const tints = ['yuwen', 'shuxue', 'yingyu', 'wuli', 'huaxue', 'shengwu', 'lishi', 'dili'] as const

/** The same name always has the same colour. */
const tintOf = (name: string): string => {
  const sum = Array.from(name).reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0)
  return `var(--c-${tints[sum % tints.length]})`
}

/** Chinese names are distinguished by their last character, others by their first. */
const initialOf = (name: string): string => {
  const characters = Array.from(name.trim())
  const last = characters.at(-1) ?? ''
  return /\p{Script=Han}/u.test(last) ? last : (characters[0] ?? '').toUpperCase()
}

type AvatarProps = {
  name: string
  /** Address of a picture, or its path on the asset host; empty or failing: drawn from the name. */
  src?: string
  size?: number
}

/** Decorative: the name stands beside it, or the link around it is named. */
export function Avatar({ name, src = '', size = 40 }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const style = {
    '--tint': tintOf(name),
    inlineSize: size,
    blockSize: size,
    fontSize: size * 0.42,
  } as CSSProperties
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {src !== '' && failed !== src ? (
        <img src={pictureAddress(src)} alt="" width={size} height={size} onError={() => setFailed(src)} />
      ) : (
        initialOf(name)
      )}
    </span>
  )
}
