import type { Role } from './roles'

/** What keeps an account out of everything that is for members, as the database reports it. */
export const ACCOUNT_STATES = [
  'ACTIVE',
  'DISABLED',
  'UNVERIFIED',
  'MAINTENANCE',
  // The account has a second factor, and this session has not shown it.
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
  /** Null when the profile holds no role that this product knows. */
  role: Role | null
  /** ISO date; null when there is no profile. */
  created_at: string | null
  /** Staff whose panel stays closed: the settings ask for a second factor, and there is none yet. */
  aal_required: boolean
}

/** A screen-filling sentence that stands where the application would. */
export interface AccountNotice {
  title: string
  message: string
}

interface NoticeContext {
  /** Support address from the settings; empty when none is set. */
  contact_email: string
  site_name: string
}

/** In: the name of the place. Out: what everybody reads in maintenance (rules/access#gate). */
export function maintenanceMessage(siteName: string): string {
  return `${siteName} is being worked on and will be back soon. Until then only administrators can access the platform.`
}

/**
 * Why this account may not go on, in words, or null when it may. The support address and the name of the place come from the public settings.
 */
export function accountNotice(account: Account, settings: NoticeContext): AccountNotice | null {
  const support = settings.contact_email
    ? `Please contact ${settings.contact_email}.`
    : 'Please contact support.'
  switch (account.state) {
    case 'DISABLED':
      return { title: 'Account Disabled', message: `Your account has been disabled. ${support}` }
    case 'UNVERIFIED':
      return {
        title: 'Verify Your Email',
        message: 'Please check your email to verify your account.',
      }
    case 'MAINTENANCE':
      return {
        title: 'Down for Maintenance',
        message: maintenanceMessage(settings.site_name),
      }
    case 'SECOND_FACTOR':
      return {
        title: 'Two-Factor Authentication',
        message: 'Please enter the code of your authenticator app to go on.',
      }
    case 'NO_PROFILE':
      return {
        title: 'Profile Setup Required',
        message: `Your account has no profile yet. ${support}`,
      }
    case 'ACTIVE':
      if (account.role === null) {
        return {
          title: 'Profile Error',
          message: 'User profile has invalid role. Please contact support.',
        }
      }
      return null
  }
}

/**
 * What staff have to do before a panel opens to them, or null when it does: set up
 * the second factor that the settings ask of staff.
 */
export function panelNotice(account: Account): AccountNotice | null {
  if (!account.aal_required) return null
  return {
    title: 'Two-Factor Authentication Required',
    message:
      'Everybody who works here signs in with a second factor. Set up an authenticator app on your phone, and you come right back.',
  }
}
