import { hasHiddenCharacters } from '../hidden-characters'

/** The most characters of a name; the database has the same limit. */
const NAME_LENGTH = 100

/** Returns what is wrong with a person's full name, or null. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Full name is required'
  if ([...name.trim()].length > NAME_LENGTH) return 'Name must be less than 100 characters'
  return hasHiddenCharacters(name) ? 'Name must not contain invisible characters' : null
}
