import { loginPath } from '@rookies/data/session/return-path'
import { signOut } from '@rookies/data/session/sign-out'
import { useQueryClient } from '@tanstack/react-query'
import { showError, showToast } from '../ui/toast-store'
import { useData } from './data-context'
import { signOutDestination } from './sign-out-destination'

/**
 * Returns a function that signs out. If that fails, the person stays and is told so; otherwise the guard leads to
 * the sign-in screen.
 */
export function useSignOut(): () => Promise<void> {
  const client = useData()
  const queries = useQueryClient()
  return async () => {
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
