import type { OutlineModule } from '@rookies/data/course-viewing/outline'
import { useEffect, useState } from 'react'

/** The number of lessons that are drawn first on either side of the current one: more than a window shows. */
const DRAWN_FIRST = 40
const STEP = 60
const QUIET_MS = 400
const STEP_MS = 32

/**
 * Returns which lessons of a module are drawn, from the first up to but not including the last. Lessons near the
 * current one are drawn at once, the others little by little, so that a course of a thousand lessons opens as fast
 * as one of twenty, even if they are all in one module.
 */
export function useDrawnLessons(
  modules: readonly OutlineModule[],
  lessonId: string | undefined,
): (at: number) => [from: number, to: number] {
  const total = modules.reduce((sum, { lessons }) => sum + lessons.length, 0)
  const ids = modules.flatMap(({ lessons }) => lessons.map(({ id }) => id))
  const here = Math.max(0, lessonId === undefined ? 0 : ids.indexOf(lessonId))
  const [middle] = useState(here)
  const [reach, setReach] = useState(DRAWN_FIRST)
  const whole = reach >= total

  useEffect(() => {
    if (whole) return
    const wait = reach === DRAWN_FIRST ? QUIET_MS : STEP_MS
    const timer = setTimeout(() => setReach(reach + STEP), wait)
    return () => clearTimeout(timer)
  }, [whole, reach])

  // If the person opens another lesson before all are drawn, the lessons around it are drawn too.
  const first = Math.min(middle - reach, here - DRAWN_FIRST)
  const last = Math.max(middle + reach, here + DRAWN_FIRST)
  return (at) => {
    const before = modules.slice(0, at).reduce((sum, { lessons }) => sum + lessons.length, 0)
    const count = modules[at]?.lessons.length ?? 0
    const inModule = (place: number) => Math.min(Math.max(place - before, 0), count)
    return whole ? [0, count] : [inModule(first), inModule(last + 1)]
  }
}
