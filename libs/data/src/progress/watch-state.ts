import type { LessonBody } from '../course-viewing/lesson-query'
import { mergeRanges, parseRanges, type Ranges, totalSeconds } from './ranges'

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

/** In: a lesson. Out: the name of its video, to which what is watched belongs (`private.video_of`); null without one. */
export function videoOf(
  lesson: Pick<LessonBody, 'video_provider' | 'video_asset_id'>,
): string | null {
  return lesson.video_asset_id && `${lesson.video_provider}:${lesson.video_asset_id}`
}

/**
 * In: a lesson with the person's own progress. Out: that progress; null when there is none, or when it is that of a
 * video which the lesson had before.
 */
export function watchStateOf(
  lesson: Pick<LessonBody, 'lesson_progress' | 'video_provider' | 'video_asset_id'>,
): WatchState | null {
  const [own] = lesson.lesson_progress
  // A lesson that an earlier build kept on the device does not name it.
  if (!own || (own.video && own.video !== videoOf(lesson))) return null
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

/**
 * Which share was watched of what is shown of a video, from the second at which its link begins to the end; between 0
 * and 1, null while its length is unknown. A start behind the end is none. The database does the same, by the same
 * examples (`private.watched_share`).
 */
export function watchedShare(
  watched: Ranges,
  durationSec: number | null,
  linkStartSec: number,
): number | null {
  const end = Math.floor(durationSec ?? 0)
  if (!end) return null
  const start = linkStartSec < end ? linkStartSec : 0
  const shown = watched.map(([from, to]) => [Math.max(from, start), to] as const)
  return Math.min(1, totalSeconds(mergeRanges(shown)) / (end - start))
}

/** The same as the outline says it: in whole percent, 0 while the length is unknown (rules/learning#outline). */
export function watchedPercent(...video: Parameters<typeof watchedShare>): number {
  return Math.min(99, Math.floor((watchedShare(...video) ?? 0) * 100))
}

/** Whether a video counts as watched. The database asks the same for itself (`merge_progress`). */
export function isWatched(...video: Parameters<typeof watchedShare>): boolean {
  const share = watchedShare(...video)
  return share !== null && share >= WATCHED_SHARE
}
