import { stringsOf, textOf } from '../../app/place-state'

/** A pasted list with its options, stored while the person visits the invites. */
export interface StoredList {
  text: string
  /** Ids of courses. */
  courses: readonly string[]
  /** The last day of access; empty for no end. */
  day: string
}

/** Returns the router state with the list. Router state is stored in the history entry, not in the address. */
export function storedListState({ text, courses, day }: StoredList) {
  return { grantList: text, courses, day }
}

/** Returns the list from the state of a history entry; null if there is none. */
export function storedListOf(state: unknown): StoredList | null {
  const text = textOf(state, 'grantList')
  return text === ''
    ? null
    : { text, courses: stringsOf(state, 'courses'), day: textOf(state, 'day') }
}
