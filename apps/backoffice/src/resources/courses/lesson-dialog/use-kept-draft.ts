import {
  type DraftPlace,
  deleteDraft,
  type LessonDraft,
  saveDraft,
} from '@rookies/data/course-editing/lesson-draft'
import { localStore } from '@rookies/data/device/store'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Typing goes on; the draft is written when it pauses. */
const PAUSE_MS = 400

/**
 * Keeps what is being written on this device while there is something unsaved: at every pause, and
 * when the page or the dialog goes away. In: the work in hand, null while nothing is unsaved. Out:
 * whether it is kept (null: nothing to keep), and how to forget it.
 */
export function useKeptDraft(place: DraftPlace, work: Omit<LessonDraft, 'keptAt'> | null) {
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
      // Undone by hand: what was kept of it is of no use. A draft of another day is not touched.
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
