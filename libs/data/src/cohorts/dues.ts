import { type Answer, number, orNull, shape, string } from '../json'

const parsePart = shape({ day: orNull(number), at_time: orNull(string) })
/** A day of the cohort and a time `HH:MM`. Null where the assignment's value applies, or where it has none. */
export type PartialRelease = Answer<typeof parsePart>

export const parseDue = shape({
  /** The assignment's own due date. Without a time, it means the end of the day. */
  said: parsePart,
  /** The date that the cohort has set; null if the assignment's date applies. */
  own: orNull(parsePart),
})
/** When an assignment is due in a cohort (rules/assignments#due). */
export type LessonDue = Answer<typeof parseDue>

/** The time of a due date at the end of a day. */
export const END_OF_DAY = '23:59:59'

/** Returns the day and time at which an assignment is due in a cohort; null without a due date. */
export function cohortDue(due: LessonDue | null): { day: number; at_time: string } | null {
  if (!due) return null
  const day = due.own?.day ?? due.said.day
  return day === null ? null : { day, at_time: due.own?.at_time ?? due.said.at_time ?? END_OF_DAY }
}

/**
 * Returns the value that the cohort must store so that an assignment is due at `wanted`; null if the assignment's own
 * date is the same.
 */
export function ownDue({ said }: LessonDue, wanted: PartialRelease | null): PartialRelease | null {
  if (!wanted) return null
  const own = {
    day: wanted.day === said.day ? null : wanted.day,
    at_time: wanted.at_time === (said.at_time ?? END_OF_DAY) ? null : wanted.at_time,
  }
  return own.day === null && own.at_time === null ? null : own
}
