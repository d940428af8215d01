/** Who did something: a person, a person whose account was deleted since, or the database. */
export const ACTOR_KINDS = ['PERSON', 'GONE', 'SYSTEM'] as const

export interface Actor {
  by: (typeof ACTOR_KINDS)[number]
  /** A name or email; null for people without one, and if `by` is not PERSON. */
  who: string | null
}

/** Returns how a sentence names the actor: `Ada Admin`, `a deleted account`, `System`. */
export function actorName({ by, who }: Actor): string {
  if (by === 'PERSON') return who ?? 'Unnamed User'
  return by === 'GONE' ? 'a deleted account' : 'System'
}
