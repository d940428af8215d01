import { stringsOf, textOf } from '../../app/place-state'

/** A pasted list as it stood when one left it for the invites. */
export interface KeptList {
  text: string
  /** Ids. */
  courses: readonly string[]
  /** Empty for no end. */
  day: string
}

/** What a place in the history keeps of it, and no address. */
export function keptListState({ text, courses, day }: KeptList) {
  return { grantList: text, courses, day }
}

/** In: a place's state. Out: the list that is kept there; null for none. */
export function keptListOf(state: unknown): KeptList | null {
  const text = textOf(state, 'grantList')
  return text === ''
    ? null
    : { text, courses: stringsOf(state, 'courses'), day: textOf(state, 'day') }
}
