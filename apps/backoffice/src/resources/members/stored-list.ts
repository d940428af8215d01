import { stringsOf, textOf } from '../../app/place-state'

/** A pasted list, stored while the person is at the invites. */
export interface StoredList {
  text: string
  /** Ids of courses. */
  courses: readonly string[]
  /** Empty for no end. */
  day: string
}

/** The router state with the list; it is kept in the history entry, not in the address. */
export function storedListState({ text, courses, day }: StoredList) {
  return { grantList: text, courses, day }
}

/** The list in a history entry's state; null if there is none. */
export function storedListOf(state: unknown): StoredList | null {
  const text = textOf(state, 'grantList')
  return text === ''
    ? null
    : { text, courses: stringsOf(state, 'courses'), day: textOf(state, 'day') }
}
