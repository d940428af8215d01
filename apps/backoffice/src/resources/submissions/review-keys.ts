import { latinKey } from '@rookies/ui/keys/latin-key'
import { shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { useEffectEvent, useLayoutEffect } from 'react'
import { isCovered } from '../../ui/use-layer'

/** The keys of the review screen, in the order of the dialog that lists them. */
export const REVIEW_KEYS = {
  level: '1–6',
  all: 'F',
  next: 'J',
  previous: 'K',
  pass: 'P',
  again: 'G',
  comment: 'C',
  remark: 'R',
  reply: 'S',
  changes: 'D',
  brief: 'B',
  skip: 'N',
  undo: 'U',
  publish: 'Ctrl Enter',
  help: '?',
} as const

export type ReviewKey = keyof typeof REVIEW_KEYS

/** What a key press asks for: one of the keys, with the level for a number. */
export interface ReviewPress {
  key: ReviewKey
  /** From 0, the lowest. */
  level: number
}

type Press = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'repeat'
  | 'isComposing'
  | 'defaultPrevented'
>

/** Fields in which a letter is text. Other fields, such as the levels of a criterion, use arrows alone. */
const TYPING =
  'input:not([type="radio"]):not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="combobox"]'

const LETTERS = new Map(
  Object.entries(REVIEW_KEYS).map(([key, letter]) => [letter.toLowerCase(), key as ReviewKey]),
)

/** Returns what a key press asks for; null while a person types, for a held key, and for every other key. */
export function reviewPress(press: Press, at: EventTarget | null): ReviewPress | null {
  if (press.altKey || press.repeat || press.isComposing || press.defaultPrevented) return null
  if (press.ctrlKey || press.metaKey) {
    // Also while typing, so that the comment can be the last thing.
    return press.key === 'Enter' ? { key: 'publish', level: 0 } : null
  }
  if (at instanceof Element && at.closest(TYPING)) return null
  const typed = latinKey(press)
  if (/^[1-6]$/.test(typed)) return { key: 'level', level: Number(typed) - 1 }
  const key = LETTERS.get(typed)
  return key ? { key, level: 0 } : null
}

/** Calls the handler with what a key press on the page asks for. It returns whether the key is used up. */
export function useReviewKeys(handle: (press: ReviewPress) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const press = reviewPress(event, event.target)
    if (!press || isCovered()) return
    // A key with Ctrl is no single key, which people may turn off (WCAG 2.1.4).
    if (press.key !== 'publish' && !shortcutsEnabled()) return
    if (handle(press)) event.preventDefault()
  })
  // Before the paint, so that a key right after it is not lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
