import { savesData } from '#src/device/connection.ts'
import { useBackground } from '#src/queries/background.ts'
import { useStudyReminder } from './study-reminder.ts'

/** Draws nothing: sends, fetches and reminds while a student is signed in. */
export const Background = () => {
  useBackground(savesData)
  useStudyReminder()
  return null
}
