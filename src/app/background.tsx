import { savesData } from '#src/device/connection.ts'
import { useBackground } from '#src/queries/background.ts'

/** Draws nothing: sends and fetches while a student is signed in. */
export const Background = () => {
  useBackground(savesData)
  return null
}
