import type { Json } from '../database.gen'
import { daysBetween } from '../time/days'
import { formatCount } from '../wording'
import { actionLabel } from './action-label'
import { fieldChanges } from './audit-record'

const DAYS: ReadonlySet<string> = new Set(['starts_on', 'ends_on', 'access_ends_on'])

/** Returns the label of an audit record. An update of a cohort that changes nothing but its days is called a move. */
export function changeLabel(action: string, before: Json, after: Json): string {
  return (action === 'cohort.update' && moveLabel(before, after)) || actionLabel(action)
}

function moveLabel(before: Json, after: Json): string | null {
  const { changes } = fieldChanges(before, after)
  const moved = changes.map(({ field, before, after }) =>
    DAYS.has(field) && typeof before === 'string' && typeof after === 'string'
      ? daysBetween(before, after)
      : 0,
  )
  const [days = 0] = moved
  if (days === 0 || moved.some((other) => other !== days)) return null
  const what = moved.length === 1 && changes[0]?.field !== 'starts_on' ? 'End of cohort' : 'Cohort'
  return `${what} moved by ${formatCount(Math.abs(days), 'day')}${days < 0 ? ', to earlier' : ''}`
}
