/** @throws where the browser keeps the clipboard to itself */
export function copyText(text: string): Promise<void> {
  return navigator.clipboard.writeText(text)
}
