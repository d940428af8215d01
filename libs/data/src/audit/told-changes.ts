import type { Json } from '../database.gen'
import { dayInWords } from '../time/agreed-text'
import { momentText } from '../time/moment-text'
import { formatList, valueInWords } from '../wording'
import type { AuditNames } from './audit-names'
import { concernedFields, type FieldChange, fieldChanges } from './audit-record'

/**
 * Fields whose values are constants in capitals, which are translated to words. Other values in capitals, such as the
 * title HTML, stay unchanged.
 */
const ENUMS: ReadonlySet<string> = new Set([
  ...['role', 'status', 'state', 'duty', 'audience', 'verdict', 'content_type', 'access_type'],
  ...['source', 'late', 'kind', 'reason'],
])

/** Returns a change with its values formatted for people: names for known ids, days, moments, and "Yes" and "No". */
export function toldChange({ field, before, after }: FieldChange, names: AuditNames): FieldChange {
  const told = (value: Json | undefined) => toldValue(field, value, names)
  return { field, before: told(before), after: told(after) }
}

function toldValue(field: string, value: Json | undefined, names: AuditNames): Json | undefined {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return formatList(value.map((one) => String(toldValue(field, one, names))))
  }
  if (typeof value !== 'string') return value
  const name = names[value]
  if (name !== undefined) return name
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayInWords(value, true)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$/.test(value)) return momentText(value)
  return ENUMS.has(field) ? valueInWords(value) : value
}

/** Fields that identify a record and are not changes. */
const IDENTITY: ReadonlySet<string> = new Set(['id', 'cohort_id', 'created_at', 'sender_id'])

/**
 * Returns the changes that a history shows below the label of an entry (rules/records#history). Left out are empty
 * fields, fields that identify the record, and the ids of `subjects`, who are named in the label. A label about people
 * of a cohort contains everything except the days of a shift.
 */
export function changesBelowLabel(
  action: string,
  { before, after }: { before: Json; after: Json },
  subjects: readonly string[],
): FieldChange[] {
  const ofPerson = action.startsWith('cohort_member.')
  return concernedFields(fieldChanges(before, after)).changed.filter(
    ({ field, before, after }) =>
      (before ?? after) != null &&
      !subjects.some((id) => id === (after ?? before)) &&
      (ofPerson ? field === 'shift_days' && before != null : !IDENTITY.has(field)),
  )
}
