import { type Answer, among, flag, orNull, shape, string } from '../json'
import { isRole } from './roles'

/** Parses the state of an account: `ACTIVE`, or the reason why it may not enter the members' area. */
const parseState = among([
  'ACTIVE',
  'DISABLED',
  'UNVERIFIED',
  'MAINTENANCE',
  // The account has a second factor, and this session has not entered its code.
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
  /**
   * Whether no more mail is sent to the person, for example because it could not be delivered
   * (rules/due-work#ended-mail).
   */
  mail_ended: (ended) => (ended === true ? true : undefined),
  /** Whether the panel is closed because staff need a second factor and this person has none yet. */
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
