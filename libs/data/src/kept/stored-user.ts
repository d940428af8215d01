import { localStore } from '../device/store'
import { SESSION_KEY } from '../session/keys'
import type { SessionUser } from '../session/session-query'

/**
 * Who this browser's stored session belongs to, however old it is; null for a visitor. All tabs and both
 * applications agree on it at every moment.
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
