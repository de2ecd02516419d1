/** The first three and the last four characters: enough for its owner to know it, too little for anybody else. */
export function maskMiddle(text: string): string {
  return `${text.slice(0, 3)}****${text.slice(-4)}`
}

/** `138****5678`. */
export function maskPhone(phone: string): string {
  return maskMiddle(phone)
}
