import { useEffect, useState } from 'react'

/** The time, read again when the page comes back to view: an installed app stays open for days. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const refresh = () => document.visibilityState === 'visible' && setNow(new Date())
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [])
  return now
}
