import { useEffect, useEffectEvent, useState } from 'react'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { cleanKeyword, maxKeywordLength } from './search-history.ts'

const pauseMs = 300

/**
 * The search layer of /resource, open while the address has `q`. What is typed shows at once and goes
 * into the address after a pause, in place: one step back leaves the search.
 */
export const useSearchBox = () => {
  const layer = useAddressLayer('q')
  const inAddress = layer.value
  const isOpen = inAddress !== null
  const [draft, setDraft] = useState<string | null>(null)
  const change = useEffectEvent(layer.change)

  // Closed by the back button: what was typed belongs to the search that is over.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (!isOpen) setDraft(null)
  }

  useEffect(() => {
    if (!isOpen || draft === null || draft === inAddress) return
    const timer = setTimeout(() => change(draft), pauseMs)
    return () => clearTimeout(timer)
  }, [isOpen, draft, inAddress])

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
      const cut = value.slice(0, maxKeywordLength)
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
