import type { AuthProvider } from '@refinedev/core'
import { bootQuery } from '@rookies/data/access/boot'
import type { DataClient } from '@rookies/data/client'
import { clearDeviceDrafts, clearFormDrafts } from '@rookies/data/device/draft'
import { localStore, tabStore } from '@rookies/data/device/store'
import { DataError } from '@rookies/data/errors'
import type { FlashName } from '@rookies/data/session/flash'
import { accessKeys, sessionKeys } from '@rookies/data/session/keys'
import { type SessionUser, sessionQuery } from '@rookies/data/session/session-query'
import { signOut } from '@rookies/data/session/sign-out'
import type { QueryClient } from '@tanstack/react-query'

interface AuthProviderParts {
  client: DataClient
  queries: QueryClient
  /** Loads another page, because the sign-in screen is in the learner portal's bundle. */
  leaveFor: (path: string) => void
  leaveForLogin: () => void
  /** Leaves a message that the next page shows. */
  leaveFlash: (name: FlashName) => void
}

/** Error codes of refusals by row security, by a grant, or by a function that checks its caller. */
const REFUSALS = new Set(['DENIED', '42501'])

/** Refine's auth provider over the session that both bundles share (rules/access#two-bundles). */
export function createAuthProvider(parts: AuthProviderParts): AuthProvider {
  const { client, queries, leaveFor, leaveForLogin, leaveFlash } = parts

  return {
    login: async () => {
      leaveForLogin()
      return { success: true }
    },

    logout: async () => {
      const leaving = queries.getQueryData<SessionUser | null>(sessionKeys.current())
      try {
        await signOut(client, queries)
      } catch {
        // Refine shows an error's name below its message, so the message is the title.
        return { success: false, error: { name: 'Failed to sign out', message: 'Error' } }
      }
      clearFormDrafts(tabStore)
      if (leaving) clearDeviceDrafts(localStore, leaving.id)
      leaveFlash('signed-out')
      leaveFor('/login')
      return { success: true }
    },

    check: async () => {
      // A request that fails does not sign the person out.
      const session = await queries.fetchQuery(sessionQuery(client)).catch(() => undefined)
      return { authenticated: session !== null }
    },

    getIdentity: async () => (await queries.fetchQuery(bootQuery(client))).account,

    getPermissions: async () => (await queries.fetchQuery(bootQuery(client))).permissions,

    onError: async (error) => {
      if (!(error instanceof DataError)) return {}
      if (error.status === 401 || Reflect.get(error, 'statusCode') === 401) {
        leaveForLogin()
      } else if (REFUSALS.has(error.code)) {
        // The person's rights have changed since they were read: menus and buttons have to follow.
        await queries.invalidateQueries({ queryKey: accessKeys.all })
      }
      return {}
    },
  }
}
