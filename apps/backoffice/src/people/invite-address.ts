import { stringsOf, textOf } from '../app/place-state'

/** Which dialog of the invites is open, in the address of their list. */
export const NEW_INVITE_PARAM = 'new'

/** Leads to the invites with the Create Invite dialog open. */
export const NEW_INVITE_ADDRESS = `/admin/invites?${NEW_INVITE_PARAM}=invite`

/** Lead to where many are invited, with the dialog open. */
export const INVITE_MANY = {
  admin: `/admin/invites?${NEW_INVITE_PARAM}=many`,
  moderator: `/moderator/members?view=invites&${NEW_INVITE_PARAM}=many`,
} as const

/** What is brought along to where many are invited. */
export interface BroughtList {
  /** An address a line. */
  text: string
  /** Slugs. */
  courses: readonly string[]
  /** The day that was chosen as the last one, which an invite cannot give; empty for none. */
  day: string
}

/** What the router takes along to that dialog; the history keeps it, and no address. */
export function inviteListState(list: BroughtList) {
  return { state: { inviteList: list.text, courses: list.courses, day: list.day } }
}

/** In: a place's state. Out: what was taken along; an empty list for nothing. */
export function inviteListOf(state: unknown): BroughtList {
  return {
    text: textOf(state, 'inviteList'),
    courses: stringsOf(state, 'courses'),
    day: textOf(state, 'day'),
  }
}
