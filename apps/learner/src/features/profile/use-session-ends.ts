import { loginPath } from '@rookies/data/access/return-path'
import { endSession } from '@rookies/data/account/end-session'
import { accountKeys } from '@rookies/data/account/keys'
import type { AccountSession } from '@rookies/data/account/sessions-query'
import { signOutEverywhere } from '@rookies/data/session/sign-out-everywhere'
import { signOutOthers } from '@rookies/data/session/sign-out-others'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useData } from '../../shared/data-context'
import { signOutDestination } from '../../shared/sign-out-destination'
import { showError, showToast } from '../../ui/toast-store'

interface SessionEnds {
  /** What is being ended: a session by its id, `others`, `all`, or nothing. */
  ending: string | null
  endOne: (session: AccountSession) => Promise<void>
  endOthers: () => Promise<void>
  endAll: () => Promise<void>
}

/** The three ways of signing out elsewhere; each says how it went, and the list is read again. */
export function useSessionEnds(): SessionEnds {
  const client = useData()
  const queries = useQueryClient()
  const [ending, setEnding] = useState<string | null>(null)

  const end = async (what: string, work: () => Promise<void>, message: string) => {
    if (ending !== null) return
    setEnding(what)
    try {
      await work()
      showToast({ tone: 'success', title: 'Signed out', message })
    } catch {
      signOutDestination.to = null
      showError('Failed to sign out')
    } finally {
      setEnding(null)
      void queries.invalidateQueries({ queryKey: accountKeys.sessions() })
    }
  }

  return {
    ending,
    endOne: ({ id }) => end(id, () => endSession(client, id), 'The device has been signed out.'),
    endOthers: () =>
      end('others', () => signOutOthers(client), 'All other devices have been signed out.'),
    endAll: () => {
      signOutDestination.to = loginPath(null)
      return end(
        'all',
        () => signOutEverywhere(client, queries),
        'You have been signed out successfully',
      )
    },
  }
}
