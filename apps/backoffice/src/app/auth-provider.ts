import type { AuthProvider } from '@refinedev/core'
import { bootQuery } from '@rookies/data/access/boot'
import type { DataClient } from '@rookies/data/client'
import { DataError } from '@rookies/data/errors'
import type { FlashName } from '@rookies/data/session/flash'
import { accessKeys } from '@rookies/data/session/keys'
import { sessionQuery } from '@rookies/data/session/session-query'
import { signOut } from '@rookies/data/session/sign-out'
import type { QueryClient } from '@tanstack/react-query'

interface AuthProviderParts {
  client: DataClient
  queries: QueryClient
  /** Page loads, since signing in lives in the other bundle. */
  leaveFor: (path: string) => void
  leaveForLogin: () => void
  /** Leaves a message for the page that comes next. */
  sayNext: (name: FlashName) => void
}

/** Refused by row security, by a grant, or by a function that checked its caller. */
const REFUSALS = new Set(['DENIED', '42501'])

/** Refine's auth over the one session of both bundles (rules/access#two-bundles). */
export function createAuthProvider(parts: AuthProviderParts): AuthProvider {
  const { client, queries, leaveFor, leaveForLogin, sayNext } = parts

  return {
    login: async () => {
      leaveForLogin()
      return { success: true }
    },

    logout: async () => {
      try {
        await signOut(client, queries)
      } catch {
        // Refine shows an error's name under its message: the title is Error.
        return { success: false, error: { name: 'Failed to sign out', message: 'Error' } }
      }
      sayNext('signed-out')
      leaveFor('/login')
      return { success: true }
    },

    check: async () => {
      // A missing answer does not sign out.
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
        // What the person may do has changed since we asked: menus and buttons follow.
        await queries.invalidateQueries({ queryKey: accessKeys.all })
      }
      return {}
    },
  }
}
