import { hasHiddenCharacters } from '../hidden-characters'

/** The maximum number of characters of a name. The database has the same limit. */
const NAME_LENGTH = 100

/** Returns the error of a person's full name; null if it is valid. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Full name is required'
  if ([...name.trim()].length > NAME_LENGTH) return 'Name must be less than 100 characters'
  return hasHiddenCharacters(name) ? 'Name must not contain invisible characters' : null
}
