import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isRole, type Role } from '../access/roles'
import type { DataClient } from '../client'
import { expectRow, unwrap } from '../errors'
import { hasHiddenCharacters } from '../hidden-characters'
import { accessKeys } from '../session/keys'
import { accountKeys } from './keys'

/** A person's own profile, as My Profile shows it (rules/accounts#own-name). Dates ISO. */
export interface Profile {
  id: string
  name: string | null
  email: string
  phone: string | null
  /** Null when the profile holds no role that this product knows. */
  role: Role | null
  created_at: string
  /** When an administrator disabled the account; null while it is active. */
  disabled_at: string | null
}

const COLUMNS = 'id, name, email, phone, role, created_at, disabled_at'

/** One's own profile, null when there is none. Fails with a DataError. */
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

/** Characters that a name has at most, as the database has it. */
const NAME_LENGTH = 100

/** What is wrong with a name, or null. It is saved as entered otherwise, empty too. */
export function nameProblem(name: string): string | null {
  if ([...name.trim()].length > NAME_LENGTH) return 'Name must be less than 100 characters'
  return hasHiddenCharacters(name) ? 'Name must not contain invisible characters' : null
}

/**
 * Saves the signed-in person's full name, the one thing that they may change about themselves
 * (rules/accounts#own-name). Throws DataError, `DENIED` when the database let no row be changed.
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
 * A name that was typed and not saved, kept for this tab, so that it survives moving about, reloading
 * and signing in again (rules/accounts#unsaved-name). Only the person who typed it gets it back.
 */
export function readNameDraft(store: Store, person: string): string | null {
  const text = store.getItem(KEY)
  // The id has a fixed form, so that what follows the first blank is the name.
  return text?.startsWith(`${person} `) ? text.slice(person.length + 1) : null
}

/** Keeps what is typed; null forgets it. */
export function saveNameDraft(store: Store, person: string, name: string | null): void {
  if (name === null) store.removeItem(KEY)
  else store.setItem(KEY, `${person} ${name}`)
}
