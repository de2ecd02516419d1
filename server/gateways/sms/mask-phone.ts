/** `138****5678`: enough for its owner to know it, too little for anybody else. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`
