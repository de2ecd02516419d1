const systems = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad|Macintosh(?=.*Mobile)/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
] as const

const browsers = [
  ['微信', /MicroMessenger/],
  ['Edge', /Edg/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const

const firstMatch = (names: readonly (readonly [string, RegExp])[], text: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0]

/** A name for the list of devices, e.g. "Android · Chrome": no more than the browser says to everyone. */
export function deviceName(userAgent: string = navigator.userAgent): string {
  return [firstMatch(systems, userAgent), firstMatch(browsers, userAgent)]
    .filter((name) => name !== undefined)
    .join(' · ')
}
