import { type Answer, among, orNull, shape, string } from '../json'
export const parseActor = shape({
  /**
   * A person, a person whose account was deleted since, the database, or the owner of blind work that waits
   * (rules/records#blind-records).
   */
  by: among(['PERSON', 'GONE', 'SYSTEM', 'HIDDEN']),
  /** A name or email; null for people without one, and if `by` is not PERSON. */
  who: orNull(string),
})
/** Who did something. */
export type Actor = Answer<typeof parseActor>

/** How a sentence names those who are no known person. */
const NAMES = {
  GONE: 'a deleted account',
  SYSTEM: 'System',
  HIDDEN: 'somebody whose name is hidden until the review',
}

/** Returns how a sentence names the actor: `Ada Admin`, `a deleted account`, `System`. */
export function actorName({ by, who }: Actor): string {
  return by === 'PERSON' ? (who ?? 'Unnamed User') : NAMES[by]
}

/** Returns how a record without a person names who did it: `Deleted account`, `System`. */
export function nobodyName(actor: string | null): string {
  if (actor === null) return 'Deleted account'
  return actor === 'HIDDEN' ? 'Name hidden until reviewed' : 'System'
}
