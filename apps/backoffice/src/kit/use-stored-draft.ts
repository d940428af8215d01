import { type Draft, type DraftPlace, deleteDraft, saveDraft } from '@rookies/data/device/draft'
import type { DeviceStore } from '@rookies/data/device/store'
import { useCallback, useEffect, useRef, useState } from 'react'

type Work = Omit<Draft, 'keptAt'>

/** Milliseconds without typing before the draft is stored. */
const PAUSE_MS = 400

/**
 * Stores unsaved changes in this browser as a draft, whenever typing pauses and when the page or the form closes.
 * - `keep` takes the latest changes; null if nothing is unsaved.
 * - `forget` deletes the draft.
 * - `kept` is whether the draft could be stored; null if there is nothing to store.
 */
export function useStoredDraft(store: DeviceStore, { prefix, personId, form }: DraftPlace) {
  const [kept, setKept] = useState<boolean | null>(null)
  const unwritten = useRef<Work | null>(null)
  const began = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    const work = unwritten.current
    if (!work) return
    unwritten.current = null
    const draft = { ...work, keptAt: new Date().toISOString() }
    setKept(saveDraft(store, { prefix, personId, form }, draft))
  }, [store, prefix, personId, form])

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    unwritten.current = null
    began.current = false
    deleteDraft(store, { prefix, personId, form })
    setKept(null)
  }, [store, prefix, personId, form])

  const keep = useCallback(
    (work: Work | null) => {
      if (!work) {
        // The person has undone their changes, so their draft is deleted; a draft of an earlier visit is not.
        if (began.current) forget()
        return
      }
      began.current = true
      unwritten.current = work
      clearTimeout(timer.current)
      timer.current = setTimeout(write, PAUSE_MS)
    },
    [write, forget],
  )

  useEffect(() => {
    window.addEventListener('pagehide', write)
    document.addEventListener('visibilitychange', write)
    return () => {
      window.removeEventListener('pagehide', write)
      document.removeEventListener('visibilitychange', write)
      write()
    }
  }, [write])

  return { kept, keep, forget }
}
