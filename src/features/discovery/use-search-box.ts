import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { cleanKeyword, maxKeywordLength } from './search-history.ts'

const pauseMs = 300

/** The address cannot carry half of a sign that takes two places, such as an emoji. */
const cutToLength = (value: string): string =>
  value.slice(0, maxKeywordLength).replace(/[\ud800-\udbff]$/, '')

/**
 * The search layer of /resource, open while the address has `q`. What is typed shows at once and goes
 * into the address after a pause, in place: one step back leaves the search.
 */
export function useSearchBox() {
  const layer = useAddressLayer('q')
  const inAddress = layer.value
  const { key } = useLocation()
  const isOpen = inAddress !== null
  const [draft, setDraft] = useState<string | null>(null)
  const change = useEffectEvent(layer.change)

  // Closed by the back button: what was typed belongs to the search that is over.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (!isOpen) setDraft(null)
  }

  // After each navigation: one that came at the same moment may have left the address as it was.
  useEffect(() => {
    if (!isOpen || draft === null || draft === inAddress) return
    const timer = setTimeout(() => change(draft), pauseMs)
    return () => clearTimeout(timer)
  }, [isOpen, draft, inAddress, key])

  return {
    isOpen,
    typed: draft ?? inAddress ?? '',
    /** What is searched for; empty: nothing yet. */
    keyword: cleanKeyword(inAddress ?? ''),
    /** The address lags behind what is typed. */
    isTyping: isOpen && draft !== null && cleanKeyword(draft) !== cleanKeyword(inAddress),
    open: () => {
      if (!isOpen) layer.open('')
    },
    type: (value: string) => {
      const cut = cutToLength(value)
      setDraft(cut)
      if (!isOpen) layer.open(cut)
    },
    search: (value: string) => {
      setDraft(value)
      if (isOpen) layer.change(value)
      else layer.open(value)
    },
    close: layer.close,
  }
}
