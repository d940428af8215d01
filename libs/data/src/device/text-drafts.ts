import { persist } from './persist'
import { localStore } from './store'

/** An unsent text, with the id that the post will have. */
export interface TextDraft {
  id: string
  text: string
}

/**
 * Returns a person's draft in this browser for a place: a community, a post to answer or a post to change. Null if
 * there is none. Drafts of others on the same computer are not read.
 */
export function readTextDraft(personId: string, place: string): TextDraft | null {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(keyOf(personId, place)) ?? 'null')
    return isTextDraft(stored) ? stored : null
  } catch {
    return null
  }
}

/** Stores a draft until it is sent; an empty one is deleted. Returns false if it lasts no longer than this page. */
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

/** Shown beside a draft that lasts no longer than the page. */
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
