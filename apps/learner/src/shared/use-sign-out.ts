import { loginPath } from '@rookies/data/session/return-path'
import { signOut } from '@rookies/data/session/sign-out'
import { hasUnsent } from '@rookies/data/sync/has-unsent'
import { useQueryClient } from '@tanstack/react-query'
import { showError, showToast } from '../ui/toast-store'
import { useData } from './data-context'
import { outboxMessages as messages } from './outbox-messages'
import { signOutDestination } from './sign-out-destination'

/** Shown if the code that sends changes could not be loaded. */
const UNSENT = 'Some of what you did is not saved yet. Please sign out when you are online.'

/**
 * Returns a function that signs out. It sends unsent changes first; if that is not possible, the person chooses to wait
 * or to discard them (rules/access#leaving-unsent). If signing out fails, the person stays signed in and sees a
 * message; otherwise the guard opens the sign-in screen.
 */
export function useSignOut(): () => Promise<void> {
  const client = useData()
  const queries = useQueryClient()
  return async () => {
    try {
      if (hasUnsent(queries)) {
        const { sendOrDiscardUnsent } = await import('./send-or-discard-unsent')
        if (!(await sendOrDiscardUnsent({ client, queries, messages }))) return
      }
    } catch {
      showError(UNSENT)
      return
    }
    signOutDestination.to = loginPath(null)
    try {
      await signOut(client, queries)
    } catch {
      signOutDestination.to = null
      showError('Failed to sign out')
      return
    }
    showToast({
      tone: 'success',
      title: 'Signed out',
      message: 'You have been signed out successfully',
    })
  }
}
