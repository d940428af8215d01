import type { AuditNames } from '@rookies/data/audit/audit-names'
import type { Json } from '@rookies/data/database.gen'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { momentText } from '@rookies/data/time/moment-text'
import { formatList, valueInWords } from '@rookies/data/wording'

/** Returns a value of an audit record as people say it: names for known ids, days, moments, and "Yes" and "No". */
export function toldValue(value: Json | undefined, names: AuditNames): Json | undefined {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return formatList(value.map((one) => String(toldValue(one, names))))
  }
  if (typeof value !== 'string') return value
  const name = names[value]
  if (name !== undefined) return name
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayInWords(value, true)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$/.test(value)) return momentText(value)
  return /^[A-Z]+(_[A-Z]+)*$/.test(value) ? valueInWords(value) : value
}
