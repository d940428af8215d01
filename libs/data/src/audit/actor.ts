import { type Answer, among, orNull, shape, string } from '../json'
export const parseActor = shape({
  /**
   * A person; a person whose account was deleted; the database itself; or the owner of blind work that waits for
   * review, who is not named (rules/records#blind-records).
   */
  by: among(['PERSON', 'GONE', 'SYSTEM', 'HIDDEN']),
  /** The name or email; null if the person has neither, or if `by` is not PERSON. */
  who: orNull(string),
})
/** Who did something. */
export type Actor = Answer<typeof parseActor>

/** The names in sentences for actors that are not a known person. */
const NAMES = {
  GONE: 'a deleted account',
  SYSTEM: 'System',
  HIDDEN: 'somebody whose name is hidden until the review',
}

/** Returns the name of an actor within a sentence: `Ada Admin`, `a deleted account`, `System`. */
export function actorName({ by, who }: Actor): string {
  return by === 'PERSON' ? (who ?? 'Unnamed User') : NAMES[by]
}

/** Returns the name to show for a record without a person: `Deleted account`, `System`. */
export function nobodyName(actor: string | null): string {
  if (actor === null) return 'Deleted account'
  return actor === 'HIDDEN' ? 'Name hidden until reviewed' : 'System'
}
