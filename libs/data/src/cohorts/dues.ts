import type { Json } from '../database.gen'
import { numberOrNull, object, stringOrNull } from '../json'

/** A day of the cohort and a time `HH:MM`, each null where it is as the assignment says. */
export interface PartialRelease {
  day: number | null
  at_time: string | null
}

/** When an assignment is due in a cohort (rules/assignments#due). */
export interface LessonDue {
  /** What the assignment says; without a time it is due with the last second of the day. */
  said: PartialRelease
  /** The cohort's own date; null where the assignment's holds. */
  own: PartialRelease | null
}

/** The time of what is due with the last second of a day. */
export const END_OF_DAY = '23:59:59'

export function parseDue(json: Json | undefined): LessonDue | null {
  if (json === null || json === undefined) return null
  const { said, own } = object(json)
  return { said: parsePart(said), own: own ? parsePart(own) : null }
}

function parsePart(json: Json | undefined): PartialRelease {
  const { day, at_time } = object(json)
  return { day: numberOrNull(day), at_time: stringOrNull(at_time) }
}

/** Returns the day and time at which it is due; null for none. */
export function dueIn(due: LessonDue | null): { day: number; at_time: string } | null {
  if (!due) return null
  const day = due.own?.day ?? due.said.day
  return day === null ? null : { day, at_time: due.own?.at_time ?? due.said.at_time ?? END_OF_DAY }
}

/** Returns what a cohort has of its own so that an assignment is due then; null for nothing. */
export function ownDue({ said }: LessonDue, wanted: PartialRelease | null): PartialRelease | null {
  if (!wanted) return null
  const own = {
    day: wanted.day === said.day ? null : wanted.day,
    at_time: wanted.at_time === (said.at_time ?? END_OF_DAY) ? null : wanted.at_time,
  }
  return own.day === null && own.at_time === null ? null : own
}
