import { stringsOf, textOf } from '../app/place-state'

/** Search parameter of the list of invites; its value names the open dialog. */
export const NEW_INVITE_PARAM = 'new'

/** The address of the list of invites with the Create Invite dialog. */
export const NEW_INVITE_ADDRESS = `/admin/invites?${NEW_INVITE_PARAM}=invite`

/** The addresses that open the dialog for many invites, by panel. */
export const INVITE_MANY = {
  admin: `/admin/invites?${NEW_INVITE_PARAM}=many`,
  moderator: `/moderator/members?view=invites&${NEW_INVITE_PARAM}=many`,
} as const

/** A list of people that another screen hands over to the dialog for many invites. */
export interface ListToInvite {
  /** The emails, one on each line. */
  text: string
  /** Slugs of the courses. */
  courses: readonly string[]
  /** The chosen last day of access, which an invite cannot set; empty for none. */
  day: string
}

/**
 * Returns the router state with a list for the dialog. Router state is stored in the history entry, not in the
 * address.
 */
export function inviteListState(list: ListToInvite) {
  return { state: { inviteList: list.text, courses: list.courses, day: list.day } }
}

/** Returns the list from the state of a history entry; an empty list if there is none. */
export function inviteListOf(state: unknown): ListToInvite {
  return {
    text: textOf(state, 'inviteList'),
    courses: stringsOf(state, 'courses'),
    day: textOf(state, 'day'),
  }
}
