import { localStore } from '../device/store'
import { SESSION_KEY } from '../session/keys'
import type { SessionUser } from '../session/session-query'

/**
 * Returns the person of the stored session, even if it has expired; null for a visitor. All tabs and both applications
 * read the same storage, so they agree.
 */
export function storedUser(): SessionUser | null {
  try {
    const { user } = JSON.parse(localStore.getItem(SESSION_KEY) ?? '{}')
    const { id, email } = user ?? {}
    if (typeof id !== 'string') return null
    return { id, email: typeof email === 'string' && email ? email : null }
  } catch {
    return null
  }
}
