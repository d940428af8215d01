// How an edit continues when another person saves the same record (rules/interface#nothing-lost).

/** A version of a record, and its values in the form. */
interface Version<Values> {
  /** `updated_at` of that version. */
  version: string
  values: Values
}

/** The version that an edit began with. A save succeeds only while it is the latest. */
export interface EditBase<Values> extends Version<Values> {
  /** Versions before this one. An answer that arrives late and contains one of them changes nothing. */
  past: readonly string[]
}

/**
 * What a newly read version means for an edit, so that two people never overwrite each other without knowing. `same`:
 * nothing is new. `follow`: nothing in the form is new, or nothing was changed here, so the edit continues from this
 * version. `conflict`: another person changed `theirs` while something was changed here, and the person decides.
 */
export type Arrival<Field> =
  | { kind: 'same' }
  | { kind: 'follow' }
  | { kind: 'conflict'; theirs: readonly Field[] }

/** Returns the fields in which two versions differ once they are stored. */
type ChangedFields<Values, Field> = (before: Values, after: Values) => readonly Field[]

/** Returns the base of an edit that begins with this version, or continues with it after an earlier base. */
export function editBase<Values>(
  latest: Version<Values>,
  after?: EditBase<Values>,
): EditBase<Values> {
  return { ...latest, past: after ? [...after.past, after.version] : [] }
}

/** Compares a newly read version with an edit that began at `base` and now has the values `typed`. */
export function arrival<Values, Field>(
  base: EditBase<Values>,
  typed: Values,
  latest: Version<Values>,
  changedFields: ChangedFields<Values, Field>,
): Arrival<Field> {
  const { version, values } = latest
  if (version === base.version || base.past.includes(version)) return { kind: 'same' }
  const theirs = changedFields(base.values, values)
  const mine = changedFields(base.values, typed)
  return theirs.length === 0 || mine.length === 0
    ? { kind: 'follow' }
    : { kind: 'conflict', theirs }
}

/** Returns the other person's values with the fields changed here on top, so that nothing typed is lost. */
export function mergeEdits<Values, Field extends keyof Values>(
  base: EditBase<Values>,
  typed: Values,
  latest: Version<Values>,
  changedFields: ChangedFields<Values, Field>,
): Values {
  const merged = { ...latest.values }
  for (const field of changedFields(base.values, typed)) merged[field] = typed[field]
  return merged
}
