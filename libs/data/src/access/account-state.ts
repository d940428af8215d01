import type { Role } from './roles'

/** The states that keep an account out of the members' area, as the database reports them. */
export const ACCOUNT_STATES = [
  'ACTIVE',
  'DISABLED',
  'UNVERIFIED',
  'MAINTENANCE',
  // The account has a second factor, which this session has not passed.
  'SECOND_FACTOR',
  'NO_PROFILE',
] as const

export type AccountState = (typeof ACCOUNT_STATES)[number]

/** The signed-in person, from `boot().account`. */
export interface Account {
  state: AccountState
  id: string
  name: string | null
  email: string | null
  phone: string | null
  /** Null if the profile has an unknown role. */
  role: Role | null
  /** ISO date; null if there is no profile. */
  created_at: string | null
  /** The time zone that the person chose; null for that of the browser (rules/accounts#preferences). */
  time_zone: string | null
  /** Whether the product sends no mail to the email any more (rules/due-work#ended-mail). */
  mail_ended?: boolean
  /** Whether the panel is closed because the settings require a second factor of staff and there is none yet. */
  aal_required: boolean
}

/** Returns whether an account may enter the members' area (rules/access#gate). */
export function mayEnter({ state, role }: Account): boolean {
  return state === 'ACTIVE' && role !== null
}
