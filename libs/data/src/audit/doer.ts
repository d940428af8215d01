/** What did something: a person, one whose account was deleted since, or the database itself. */
export const DOERS = ['PERSON', 'GONE', 'SYSTEM'] as const

export interface Doer {
  by: (typeof DOERS)[number]
  /** A name or address; null for people without one, and where `by` is no person. */
  who: string | null
}

/** Out: how a sentence names who did something: `Ada Admin`, `a deleted account`, `the system`. */
export function doerName({ by, who }: Doer): string {
  if (by === 'PERSON') return who ?? 'Unnamed User'
  return by === 'GONE' ? 'a deleted account' : 'the system'
}
