// How an edit continues if another person has saved the same record (rules/interface#nothing-lost).

/** A version of a record, and its values in the form. */
interface Version<Values> {
  /** `updated_at` of the version. */
  version: string
  values: Values
}

/** The version on which an edit is based. Saving succeeds only while it is the latest version. */
export interface EditBase<Values> extends Version<Values> {
  /** Earlier versions. A late answer that contains one of them is ignored. */
  past: readonly string[]
}

/**
 * What a version that was just read means for an edit, so that two people never overwrite each other unknowingly.
 * `same`: it is not new. `follow`: it changes nothing in the form, or the person has typed nothing, so it becomes the
 * base of the edit. `conflict`: another person has changed the fields `theirs`, and this person must decide.
 */
export type Arrival<Field> =
  | { kind: 'same' }
  | { kind: 'follow' }
  | { kind: 'conflict'; theirs: readonly Field[] }

/** Returns the fields whose stored values would differ between two versions. */
type ChangedFields<Values, Field> = (before: Values, after: Values) => readonly Field[]

/** Returns the base of an edit that begins with this version, or that continues with it after an earlier base. */
export function editBase<Values>(
  latest: Version<Values>,
  after?: EditBase<Values>,
): EditBase<Values> {
  return { ...latest, past: after ? [...after.past, after.version] : [] }
}

/** Compares a version that was just read with an edit, which is based on `base` and has the values `typed`. */
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

/** Returns the other person's values, with the fields that this person has changed from the typed values. */
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
