import type { OutlineModule } from '@rookies/data/course-viewing/outline'
import { useEffect, useState } from 'react'

/** As many lessons as a window shows, and some on either side. */
const AT_ONCE = 60
const QUIET_MS = 400
const STEP_MS = 32

/**
 * In: the modules of a course, and which of them is read. Out: whether the lessons of a module are drawn. Those near
 * the person at once, the others little by little after what they came for, so that a course of a thousand
 * lessons opens as one of twenty.
 */
export function useDrawnModules(
  modules: readonly OutlineModule[],
  current: number,
): (at: number) => boolean {
  const middle = Math.max(0, current)
  const [reach, setReach] = useState(() => reachOf(modules, middle))
  const [opened] = useState({ middle, reach })
  const whole = reach >= modules.length

  useEffect(() => {
    if (whole) return
    const wait = reach === opened.reach ? QUIET_MS : STEP_MS
    const timer = setTimeout(() => setReach(reach + 1), wait)
    return () => clearTimeout(timer)
  }, [whole, reach, opened])

  return (at) => whole || at === middle || Math.abs(at - opened.middle) <= reach
}

/** How many modules on either side of the middle have no more lessons together than are drawn at once. */
function reachOf(modules: readonly OutlineModule[], middle: number): number {
  for (let reach = 0; reach < modules.length; reach += 1) {
    const near = modules.slice(Math.max(0, middle - reach - 1), middle + reach + 2)
    if (near.reduce((sum, { lessons }) => sum + lessons.length, 0) > AT_ONCE) return reach
  }
  return modules.length
}
