import {
  type DraftPlace,
  deleteDraft,
  type LessonDraft,
  saveDraft,
} from '@rookies/data/course-editing/lesson-draft'
import { localStore } from '@rookies/data/device/store'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds without typing before the draft is stored. */
const PAUSE_MS = 400

/**
 * Stores unsaved work on this device at every pause, and when the page or dialog closes. `work` is null if nothing
 * is unsaved. Returns whether the draft is stored (null: nothing to store), and a function that deletes it.
 */
export function useStoredDraft(place: DraftPlace, work: Omit<LessonDraft, 'keptAt'> | null) {
  const [kept, setKept] = useState<boolean | null>(null)
  const unwritten = useRef<Omit<LessonDraft, 'keptAt'> | null>(null)
  const began = useRef(false)
  const { personId, kind, id } = place

  const write = useCallback(() => {
    const draft = unwritten.current
    if (!draft) return
    unwritten.current = null
    const keptAt = new Date().toISOString()
    setKept(saveDraft(localStore, { personId, kind, id }, { ...draft, keptAt }))
  }, [personId, kind, id])

  const forget = useCallback(() => {
    unwritten.current = null
    began.current = false
    deleteDraft(localStore, { personId, kind, id })
    setKept(null)
  }, [personId, kind, id])

  useEffect(() => {
    if (!work) {
      // The person undid their changes, so the draft is deleted. Drafts of earlier visits are not touched.
      if (began.current) forget()
      return
    }
    began.current = true
    unwritten.current = work
    const timer = setTimeout(write, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [work, write, forget])

  useEffect(() => {
    window.addEventListener('pagehide', write)
    document.addEventListener('visibilitychange', write)
    return () => {
      window.removeEventListener('pagehide', write)
      document.removeEventListener('visibilitychange', write)
      write()
    }
  }, [write])

  return { kept, forget }
}
