import { readPreference, writePreference } from './preferences.ts'

const dataSaverKey = 'zhika_data_saver'

type NetworkInformation = { saveData?: boolean }

/** The student's own choice, else what the connection says. */
export function savesData(): boolean {
  const chosen = readPreference(dataSaverKey)
  if (chosen !== null) return chosen === 'on'
  return (navigator as Navigator & { connection?: NetworkInformation }).connection?.saveData ?? false
}

export function chooseDataSaver(isOn: boolean): void {
  return writePreference(dataSaverKey, isOn ? 'on' : 'off')
}
