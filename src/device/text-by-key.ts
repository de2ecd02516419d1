/** Local storage, for what is kept under many keys. */
export const textByKey = {
  keys: (): string[] => Object.keys(localStorage),
  read: (key: string): string | null => localStorage.getItem(key),
  write: (key: string, text: string): void => localStorage.setItem(key, text),
  remove: (key: string): void => localStorage.removeItem(key),
}
