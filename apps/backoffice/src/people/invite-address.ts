import { NEW_PARAM, newAddress } from '../app/new-address'
import { stringsOf, textOf } from '../app/place-state'

/** The addresses of the dialog for many invites, by panel. */
export const INVITE_MANY = {
  admin: newAddress('/admin/invites', 'many'),
  moderator: `/moderator/members?view=invites&${NEW_PARAM}=many`,
} as const

/** A list that another screen hands to the dialog for many invites. */
export interface ListToInvite {
  /** One email a line. */
  text: string
  /** Slugs of the courses. */
  courses: readonly string[]
  /** The chosen last day of access, which an invite cannot set; empty for none. */
  day: string
}

/** The router state with a list for that dialog; it is kept in the history entry, not in the address. */
export function inviteListState(list: ListToInvite) {
  return { state: { inviteList: list.text, courses: list.courses, day: list.day } }
}

/** The list in a history entry's state; an empty list if there is none. */
export function inviteListOf(state: unknown): ListToInvite {
  return {
    text: textOf(state, 'inviteList'),
    courses: stringsOf(state, 'courses'),
    day: textOf(state, 'day'),
  }
}
