import { useEffect, useState } from 'react'

/** The time, told anew when the page comes back to view: an installed app stays open for days. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const tell = () => document.visibilityState === 'visible' && setNow(new Date())
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [])
  return now
}
