import { type Account, mayEnter } from './account-state'

/** A message that replaces the application. */
export interface AccountNotice {
  title: string
  message: string
}

interface NoticeContext {
  /** The support email from the settings; empty if none is set. */
  contact_email: string
  site_name: string
}

/** Returns the message that everybody reads during maintenance (rules/access#gate). */
export function maintenanceMessage(siteName: string): string {
  return `${siteName} is being worked on and will be back soon. Until then only administrators can access the platform.`
}

/**
 * Returns the message for an account that may not enter; null if it may. `settings` contains the support email and the
 * name of the site.
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
        message: 'Please enter the code from your authenticator app to continue.',
      }
    case 'NO_PROFILE':
      return {
        title: 'Profile Setup Required',
        message: `Your account has no profile yet. ${support}`,
      }
    case 'ACTIVE':
      if (mayEnter(account)) return null
      return {
        title: 'Profile Error',
        message: 'User profile has invalid role. Please contact support.',
      }
  }
}

/** Returns the message for staff who must set up a second factor before they can open a panel; null for others. */
export function panelNotice(account: Account): AccountNotice | null {
  if (!account.aal_required) return null
  return {
    title: 'Two-Factor Authentication Required',
    message:
      'All staff must sign in with a second factor. Set up an authenticator app on your phone to continue.',
  }
}
