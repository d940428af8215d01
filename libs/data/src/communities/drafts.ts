import { persist } from '../device/persist'
import { localStore } from '../device/store'

/** What a person has written and not sent, with the id that it will be sent under. */
export interface Draft {
  id: string
  text: string
}

/**
 * The draft that a person keeps in this browser for a place: a community, a post to answer or a post
 * to change. Null when there is none. Drafts of others on the same computer are not looked at.
 */
export function readDraft(personId: string, place: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(keyOf(personId, place)) ?? 'null')
    return isDraft(stored) ? stored : null
  } catch {
    return null
  }
}

/** Keeps a draft until it is sent; an empty one is forgotten. Out: false when it lasts no longer than this page. */
export function saveDraft(personId: string, place: string, draft: Draft): boolean {
  const key = keyOf(personId, place)
  if (draft.text.trim() !== '') return persist(key, JSON.stringify(draft))
  localStore.removeItem(key)
  return true
}

/** Said beside a draft that lasts no longer than the page. */
export const UNKEPT_DRAFT =
  'This cannot be kept on this device. Send or save it before you leave the page.'

function keyOf(personId: string, place: string): string {
  return `rookies-draft:${personId}:${place}`
}

function isDraft(stored: unknown): stored is Draft {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'id' in stored &&
    typeof stored.id === 'string' &&
    'text' in stored &&
    typeof stored.text === 'string'
  )
}
