import { type Answer, number, orNull, shape, string } from '../json'

const parsePart = shape({ day: orNull(number), at_time: orNull(string) })
/** A day of the cohort and a time `HH:MM`; null where the assignment's value applies, or if it has none. */
export type PartialRelease = Answer<typeof parsePart>

export const parseDue = shape({
  /** The assignment's own date; without a time it is due in the last second of the day. */
  said: parsePart,
  /** The cohort's own date; null where the assignment's applies. */
  own: orNull(parsePart),
})
/** When an assignment is due in a cohort (rules/assignments#due). */
export type LessonDue = Answer<typeof parseDue>

/** The time of an assignment that is due in the last second of a day. */
export const END_OF_DAY = '23:59:59'

/** Returns the day and time that apply; null without a due date. */
export function dueIn(due: LessonDue | null): { day: number; at_time: string } | null {
  if (!due) return null
  const day = due.own?.day ?? due.said.day
  return day === null ? null : { day, at_time: due.own?.at_time ?? due.said.at_time ?? END_OF_DAY }
}

/** Returns what the cohort must store for an assignment to be due at `wanted`; null for nothing. */
export function ownDue({ said }: LessonDue, wanted: PartialRelease | null): PartialRelease | null {
  if (!wanted) return null
  const own = {
    day: wanted.day === said.day ? null : wanted.day,
    at_time: wanted.at_time === (said.at_time ?? END_OF_DAY) ? null : wanted.at_time,
  }
  return own.day === null && own.at_time === null ? null : own
}
