import { persist } from './persist'
import { localStore } from './store'

/** An unsent text, and the id that its post will have. */
export interface TextDraft {
  id: string
  text: string
}

/**
 * Returns a person's unsent text for a place: a community, a post to answer, or a post to edit. Null if there is none.
 * Texts of other people on the same device are not returned.
 */
export function readTextDraft(personId: string, place: string): TextDraft | null {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(keyOf(personId, place)) ?? 'null')
    return isTextDraft(stored) ? stored : null
  } catch {
    return null
  }
}

/** Stores an unsent text; an empty one is deleted. Returns false if it is lost when the page is closed. */
export function saveTextDraft(personId: string, place: string, draft: TextDraft): boolean {
  const key = keyOf(personId, place)
  if (draft.text.trim() !== '') return persist(key, JSON.stringify(draft))
  localStore.removeItem(key)
  return true
}

/** Returns the keys of a person's drafts in the browser's storage. */
export function textDraftKeys(personId: string): string[] {
  return localStore.keys().filter((key) => key.startsWith(keyOf(personId, '')))
}

/** Shown beside a text that is lost when the page is closed. */
export const UNKEPT_DRAFT =
  "This device can't keep your text. Send or save it before you leave the page."

function keyOf(personId: string, place: string): string {
  return `rookies-draft:${personId}:${place}`
}

function isTextDraft(stored: unknown): stored is TextDraft {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'id' in stored &&
    typeof stored.id === 'string' &&
    'text' in stored &&
    typeof stored.text === 'string'
  )
}
