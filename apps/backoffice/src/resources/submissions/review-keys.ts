import type { Verdict } from '@rookies/data/assignments/review-work'
import { REVIEW_VERDICT } from '@rookies/data/database.gen'
import { latinKey } from '@rookies/ui/keys/latin-key'
import { isFree, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { usePageKeys } from '@rookies/ui/keys/use-page-keys'
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

const VERDICT_KEYS: Record<Verdict, ReviewKey> = { PASS: 'pass', AGAIN: 'again' }

/** Returns the verdict that a key chooses. */
export const verdictOf = (key: ReviewKey): Verdict | undefined =>
  REVIEW_VERDICT.find((verdict) => VERDICT_KEYS[verdict] === key)

/** The command of a key press. */
export interface ReviewPress {
  key: ReviewKey
  /** The level that a number key stands for, where 0 is the lowest; 0 for all other keys. */
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

const LETTERS = new Map(
  Object.entries(REVIEW_KEYS).map(([key, letter]) => [letter.toLowerCase(), key as ReviewKey]),
)

/**
 * Returns the command of a key press on the element `at`. Returns null for other keys, for a key that is held down, and
 * while the person types. Ctrl and Enter is a command even then.
 */
export function reviewPress(press: Press, at: EventTarget | null): ReviewPress | null {
  const hasModifier = press.ctrlKey || press.metaKey
  // Ctrl and Enter works in a field too, so that a review can be published right after writing the comment.
  if (!isFree(press, hasModifier ? null : at)) return null
  if (hasModifier) return press.key === 'Enter' ? { key: 'publish', level: 0 } : null
  const typed = latinKey(press)
  if (/^[1-6]$/.test(typed)) return { key: 'level', level: Number(typed) - 1 }
  const key = LETTERS.get(typed)
  return key ? { key, level: 0 } : null
}

/** Calls the handler with the command of each key press on the page. It returns whether it has handled the command. */
export function useReviewKeys(handle: (press: ReviewPress) => boolean): void {
  usePageKeys((event) => {
    const press = reviewPress(event, event.target)
    if (!press || isCovered()) return false
    // People can turn off single keys (WCAG 2.1.4), but Ctrl and Enter is not a single key.
    return (press.key === 'publish' || shortcutsEnabled()) && handle(press)
  })
}
