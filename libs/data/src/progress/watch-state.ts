import type { LessonBody } from '../course-viewing/lesson-query'
import { parseRanges, type Ranges, totalSeconds } from './ranges'

/** What is known of a person's watching of a video. Seconds. */
export interface WatchState {
  positionSec: number
  durationSec: number | null
  watched: Ranges
}

/** The share of its seconds after which a video has been watched (rules/learning#watched). */
const WATCHED_SHARE = 0.9
/** A person who left this close to the end has seen it: the next time starts at the beginning. */
const END_SEC = 3

/** In: a lesson with the person's own progress. Out: that progress, null when there is none. */
export function watchStateOf(lesson: Pick<LessonBody, 'lesson_progress'>): WatchState | null {
  const [own] = lesson.lesson_progress
  if (!own) return null
  const { position_sec, duration_sec, watched } = own
  return { positionSec: position_sec, durationSec: duration_sec, watched: parseRanges(watched) }
}

/**
 * Where a video begins, in whole seconds: where the person was, whichever device that was on. The
 * start of the link itself counts the first time only, and after the end.
 */
export function resumePosition(state: WatchState | null, linkStartSec: number): number {
  if (!state) return linkStartSec
  const { positionSec, durationSec } = state
  const over = durationSec !== null && positionSec >= durationSec - END_SEC
  return over ? linkStartSec : Math.floor(positionSec)
}

/** Which share of a video was watched, between 0 and 1; null while its length is unknown. */
export function watchedShare(watched: Ranges, durationSec: number | null): number | null {
  if (!durationSec) return null
  return Math.min(1, totalSeconds(watched) / durationSec)
}

/** The same as the outline says it: in whole percent, 0 while the length is unknown (rules/learning#outline). */
export function watchedPercent(watched: Ranges, durationSec: number | null): number {
  return Math.min(99, Math.floor((watchedShare(watched, durationSec) ?? 0) * 100))
}

/** Whether a video counts as watched. The database asks the same for itself (`merge_progress`). */
export function isWatched(watched: Ranges, durationSec: number | null): boolean {
  const share = watchedShare(watched, durationSec)
  return share !== null && share >= WATCHED_SHARE
}
