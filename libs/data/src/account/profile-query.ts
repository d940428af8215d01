import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isRole, type Role } from '../access/roles'
import type { DataClient } from '../client'
import { expectRow, unwrap } from '../errors'
import { accessKeys } from '../session/keys'

/** A person's own profile, as My Profile shows it (rules/accounts#own-name). Dates are ISO. */
export interface Profile {
  id: string
  name: string | null
  email: string
  phone: string | null
  /** Null if the profile has an unknown role. */
  role: Role | null
  created_at: string
  /** When an administrator disabled the account; null while it is active. */
  disabled_at: string | null
}

const COLUMNS = 'id, name, email, phone, role, created_at, disabled_at'

/** The person's own profile; null if there is none. Fails with a DataError. */
export function profileQuery(client: DataClient, id: string) {
  return queryOptions({
    queryKey: accountKeys.profile(id),
    queryFn: async ({ signal }): Promise<Profile | null> => {
      const rows = unwrap(
        await client.from('profiles').select(COLUMNS).eq('id', id).abortSignal(signal),
      )
      const row = rows[0]
      return row ? { ...row, role: isRole(row.role) ? row.role : null } : null
    },
  })
}

/**
 * Saves the signed-in person's full name, the only field that people may change themselves (rules/accounts#own-name).
 * Throws DataError, `DENIED` if the database changed no row.
 */
export async function saveName(
  client: DataClient,
  queries: QueryClient,
  id: string,
  name: string,
): Promise<void> {
  const change = { name: name.trim() || null }
  expectRow(await client.from('profiles').update(change).eq('id', id).select('id'))
  await Promise.all([
    queries.invalidateQueries({ queryKey: accountKeys.profile(id) }),
    queries.invalidateQueries({ queryKey: accessKeys.boot() }),
  ])
}

const KEY = 'rookies-profile-draft'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Returns the unsaved name that the person has typed in this tab; null for another person's. The name survives
 * navigation, reloads and signing in again (rules/accounts#unsaved-name).
 */
export function readNameDraft(store: Store, person: string): string | null {
  const text = store.getItem(KEY)
  // The stored text is the id, a space, and the name. An id contains no space.
  return text?.startsWith(`${person} `) ? text.slice(person.length + 1) : null
}

/** Stores the typed name; null deletes it. */
export function saveNameDraft(store: Store, person: string, name: string | null): void {
  if (name === null) store.removeItem(KEY)
  else store.setItem(KEY, `${person} ${name}`)
}

/** Query keys of the signed-in person's own account. */
export const accountKeys = {
  all: ['account'] as const,
  profile: (id: string) => [...accountKeys.all, 'profile', id] as const,
  sessions: () => [...accountKeys.all, 'sessions'] as const,
}
