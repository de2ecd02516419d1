/** The device's voices. A WebView may have the interface and no voice, so only a voice counts. */

/** One stretch of text in one language, e.g. `zh-CN`. */
export type Speech = { text: string; lang: string }

const synthesis = (): SpeechSynthesis | undefined => globalThis.speechSynthesis

const speaks = (lang: string): boolean =>
  (synthesis()?.getVoices() ?? []).some((voice) => voice.lang.toLowerCase().startsWith(lang.slice(0, 2)))

/** Whether there is a voice for the language; browsers learn of their voices some time after the start. */
export function canSpeak(lang = 'zh-CN'): boolean {
  return speaks(lang)
}

/**
 * Reads the stretches one after the other, in place of whatever is being read.
 * @returns when all is read, was stopped, or failed
 */
export async function speak(parts: readonly Speech[]): Promise<void> {
  const device = synthesis()
  if (device === undefined) return
  device.cancel()
  for (const { text, lang } of parts) {
    await new Promise<void>((resolve) => {
      const utterance = new SpeechSynthesisUtterance(text)
      utterance.lang = lang
      utterance.addEventListener('end', () => resolve())
      utterance.addEventListener('error', () => resolve())
      device.speak(utterance)
    })
  }
}

export function stopSpeaking(): void {
  return synthesis()?.cancel()
}
