/** What did something: a person, one whose account was deleted since, or the database itself. */
export const ACTOR_KINDS = ['PERSON', 'GONE', 'SYSTEM'] as const

export interface Actor {
  by: (typeof ACTOR_KINDS)[number]
  /** A name or address; null for people without one, and where `by` is no person. */
  who: string | null
}

/** Out: how a sentence names who did something: `Ada Admin`, `a deleted account`, `the system`. */
export function actorName({ by, who }: Actor): string {
  if (by === 'PERSON') return who ?? 'Unnamed User'
  return by === 'GONE' ? 'a deleted account' : 'the system'
}
