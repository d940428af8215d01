import { NOTE_LIMITS } from '@rookies/data/notes/note'
import { useEffect, useState } from 'react'

/** The selected text of a lesson, and the box around it in the window, in px. */
export interface SelectedQuote {
  text: string
  /** The right end of the selection's last line. */
  left: number
  top: number
  bottom: number
}

/** The element with a lesson's text. */
const TEXT = 'article .md-content'

/** Returns what is selected in the lesson's text, or null if nothing is. */
export function useSelectedQuote(): SelectedQuote | null {
  const [quote, setQuote] = useState<SelectedQuote | null>(null)
  useEffect(() => {
    let frame = 0
    const read = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setQuote(selected()))
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('selectionchange', read, { signal })
    addEventListener('scroll', read, { signal, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      listening.abort()
    }
  }, [])
  return quote
}

function selected(): SelectedQuote | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: at } = range
  const element = at instanceof Element ? at : at.parentElement
  if (!element?.closest(TEXT)) return null
  const text = selection.toString().replace(/\s+/g, ' ').trim()
  const last = [...range.getClientRects()].at(-1)
  if (!text || !last) return null
  const { top, bottom } = range.getBoundingClientRect()
  return {
    text: [...text].slice(0, NOTE_LIMITS.quote).join(''),
    left: last.right,
    top,
    bottom,
  }
}
