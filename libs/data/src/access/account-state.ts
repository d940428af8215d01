import { type Answer, among, flag, orNull, shape, string } from '../json'
import { isRole } from './roles'

/** Reads a state that keeps an account out of the members' area, as the database reports it, or `ACTIVE`. */
const parseState = among([
  'ACTIVE',
  'DISABLED',
  'UNVERIFIED',
  'MAINTENANCE',
  // The account has a second factor, which this session has not passed.
  'SECOND_FACTOR',
  'NO_PROFILE',
])
export type AccountState = Answer<typeof parseState>

export const parseAccount = shape({
  state: parseState,
  id: string,
  name: orNull(string),
  email: orNull(string),
  phone: orNull(string),
  /** Null if the profile has an unknown role. */
  role: (role) => (isRole(role) ? role : null),
  /** ISO date; null if there is no profile. */
  created_at: orNull(string),
  /** The time zone that the person chose; null for that of the browser (rules/accounts#preferences). */
  time_zone: orNull(string),
  /** Whether the product sends no mail to the email any more (rules/due-work#ended-mail). */
  mail_ended: (ended) => (ended === true ? true : undefined),
  /** Whether the panel is closed because the settings require a second factor of staff and there is none yet. */
  aal_required: flag,
})
/** The signed-in person, from `boot().account`. */
export type Account = Answer<typeof parseAccount>

/** Null for a visitor. */
export const parseAccountState = orNull(shape({ state: parseState }))

/** Returns whether an account may enter the members' area (rules/access#gate). */
export function mayEnter({ state, role }: Account): boolean {
  return state === 'ACTIVE' && role !== null
}
