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
  /** Opens an address by a page load, because the sign-in screen is in the learner portal's bundle. */
  leaveFor: (path: string) => void
  leaveForLogin: () => void
  /** Stores a message that the next page shows. */
  leaveFlash: (name: FlashName) => void
}

/** Error codes of requests that row security, a grant, or a function of the database denied. */
const REFUSALS = new Set(['DENIED', '42501'])

/** Returns Refine's auth provider for the session that both apps share (rules/access#two-bundles). */
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
        // Refine shows an error's name as the text below its message, so the message becomes the title of the toast.
        return { success: false, error: { name: 'Failed to sign out', message: 'Error' } }
      }
      clearFormDrafts(tabStore)
      if (leaving) clearDeviceDrafts(localStore, leaving.id)
      leaveFlash('signed-out')
      leaveFor('/login')
      return { success: true }
    },

    check: async () => {
      // Only a rejected session signs the person out; other failed requests do not.
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
        // The person's rights have changed since they were read, so menus and buttons are updated.
        await queries.invalidateQueries({ queryKey: accessKeys.all })
      }
      return {}
    },
  }
}
