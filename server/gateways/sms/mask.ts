/** `138****5678`: enough for its owner to know it, too little for anybody else. */
export const maskMiddle = (text: string): string => `${text.slice(0, 3)}****${text.slice(-4)}`

export const maskPhone = maskMiddle
