/** The first three and the last four characters: enough for its owner to know it, too little for anybody else. */
export const maskMiddle = (text: string): string => `${text.slice(0, 3)}****${text.slice(-4)}`

/** `138****5678`. */
export const maskPhone = maskMiddle
