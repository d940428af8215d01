import type { OutlineLesson } from './outline'

/** What stands beside a lesson's title: a tick, a ring as far as it was watched, a lock. */
export type LessonMark =
  | { kind: 'done' }
  /** `percent`: whole, 1 to 99. */
  | { kind: 'watched'; percent: number }
  | { kind: 'locked' }

/** In: a lesson of the outline. Out: its mark; null for one that is open and not begun (rules/learning#outline). */
export function lessonMark({
  done,
  open,
  watched,
}: Pick<OutlineLesson, 'done' | 'open' | 'watched'>): LessonMark | null {
  if (done) return { kind: 'done' }
  if (!open) return { kind: 'locked' }
  return watched > 0 ? { kind: 'watched', percent: watched } : null
}
