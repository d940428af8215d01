import type { OutlineLesson } from './outline'

/** The mark beside a lesson's title: a tick, a ring with the watched share, a lock. */
export type LessonMark =
  | { kind: 'done' }
  /** `percent` is a whole number from 1 to 99. */
  | { kind: 'watched'; percent: number }
  | { kind: 'locked' }

/** Returns a lesson's mark; null if it is open and not begun (rules/learning#outline). */
export function lessonMark({
  done,
  open,
  watched,
}: Pick<OutlineLesson, 'done' | 'open' | 'watched'>): LessonMark | null {
  if (done) return { kind: 'done' }
  if (!open) return { kind: 'locked' }
  return watched > 0 ? { kind: 'watched', percent: watched } : null
}
