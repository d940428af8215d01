import { accountKeys } from '@rookies/data/account/profile-query'
import { type AccountSession, endSession } from '@rookies/data/account/sessions-query'
import { clearDeviceDrafts, clearFormDrafts } from '@rookies/data/device/draft'
import { localStore, tabStore } from '@rookies/data/device/store'
import { currentUserId } from '@rookies/data/session/current-user'
import { loginPath } from '@rookies/data/session/return-path'
import { signOutEverywhere, signOutOthers } from '@rookies/data/session/sign-out-everywhere'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useData } from '../../shared/data-context'
import { signOutDestination } from '../../shared/sign-out-destination'
import { showError, showToast } from '../../ui/toast-store'

interface SessionEnd {
  /** A session's id, `others` or `all`. */
  what: string
  work: () => Promise<void>
  /** The message after success. */
  message: string
}

/** Returns functions that end one, all other, or all sessions. Each shows a message and reads the list again. */
export function useEndSessions() {
  const client = useData()
  const queries = useQueryClient()
  const { isPending, variables, mutate } = useMutation({
    mutationFn: ({ work }: SessionEnd) => work(),
    onSuccess: (_nothing, { message }) =>
      showToast({ tone: 'success', title: 'Signed out', message }),
    onError: () => {
      signOutDestination.to = null
      showError('Failed to sign out')
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: accountKeys.sessions() }),
  })
  const end = (what: string, work: SessionEnd['work'], message: string) => {
    if (!isPending) mutate({ what, work, message })
  }

  return {
    /** The session that is being ended, null if none is. */
    ending: isPending ? variables.what : null,
    endOne: ({ id }: AccountSession) =>
      end(id, () => endSession(client, id), 'The device has been signed out.'),
    endOthers: () =>
      end('others', () => signOutOthers(client), 'All other devices have been signed out.'),
    endAll: () => {
      signOutDestination.to = loginPath(null)
      const signOut = async () => {
        const person = currentUserId(queries)
        await signOutEverywhere(client, queries)
        clearFormDrafts(tabStore)
        if (person !== undefined) clearDeviceDrafts(localStore, person)
      }
      end('all', signOut, 'You have been signed out successfully')
    },
  }
}
