import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { expectRow } from '../errors'
import { hasHiddenCharacters } from '../hidden-characters'
import { accessKeys } from '../session/keys'
import { accountKeys } from './keys'

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
