import { readPreference, writePreference } from '#src/device/preferences.ts'

/**
 * The two panel flags of the specification (sections 2 and 4): remembered for the whole app, so that a panel that
 * was open is open again after the app was closed. The address says what is open now.
 */

export const panelNames = ['recharge', 'coins'] as const
export type PanelName = (typeof panelNames)[number]

const keys: Record<PanelName, string> = {
  recharge: 'panel_recharge_open',
  coins: 'panel_coin_history_open',
}

export function readPanelFlag(name: PanelName): boolean {
  return readPreference(keys[name]) === '1'
}
export function writePanelFlag(name: PanelName, isOpen: boolean): void {
  return writePreference(keys[name], isOpen ? '1' : '0')
}
