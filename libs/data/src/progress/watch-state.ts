import type { LessonBody } from '../course-viewing/lesson-query'
import { mergeRanges, parseRanges, type Ranges, totalSeconds } from './ranges'

/** A person's progress in a video: position, length, and watched seconds. */
export interface WatchState {
  positionSec: number
  durationSec: number | null
  watched: Ranges
}

/** The share of its seconds that must be watched before a video counts as watched (rules/learning#watched). */
const WATCHED_SHARE = 0.9
/** If a person stopped this close to the end, in seconds, the video starts at the beginning next time. */
const END_SEC = 3

/**
 * Returns the identity of a lesson's video, as `private.video_of` does. Watched seconds belong to it. Null without a
 * video.
 */
export function videoOf(
  lesson: Pick<LessonBody, 'video_provider' | 'video_asset_id'>,
): string | null {
  return lesson.video_asset_id && `${lesson.video_provider}:${lesson.video_asset_id}`
}

/**
 * Returns the person's progress in the current video of a lesson; null if there is none, or only for an earlier video.
 */
export function watchStateOf(
  lesson: Pick<LessonBody, 'lesson_progress' | 'video_provider' | 'video_asset_id'>,
): WatchState | null {
  const [own] = lesson.lesson_progress
  // Lessons that older builds have cached do not contain the identity of the video.
  if (!own || (own.video && own.video !== videoOf(lesson))) return null
  const { position_sec, duration_sec, watched } = own
  return { positionSec: position_sec, durationSec: duration_sec, watched: parseRanges(watched) }
}

/**
 * Returns the second at which a video starts: the person's last position on any device. The start time in the link is
 * used only if there is no last position, or the last position is the end of the video.
 */
export function resumePosition(state: WatchState | null, linkStartSec: number): number {
  if (!state) return linkStartSec
  const { positionSec, durationSec } = state
  const over = durationSec !== null && positionSec >= durationSec - END_SEC
  return over ? linkStartSec : Math.floor(positionSec)
}

/**
 * Returns the watched share of a video between the start time in its link and its end, from 0 to 1; null while the
 * length is unknown. A start time after the end is ignored. The database calculates the same (`private.watched_share`),
 * and both are tested with the same examples.
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

/**
 * Returns the watched share for the outline in whole percent, at most 99; 0 while the length is unknown
 * (rules/learning#outline).
 */
export function watchedPercent(...video: Parameters<typeof watchedShare>): number {
  return Math.min(99, Math.floor((watchedShare(...video) ?? 0) * 100))
}

/** Returns whether a video counts as watched, for display only. The database decides it in `merge_progress`. */
export function isWatched(...video: Parameters<typeof watchedShare>): boolean {
  const share = watchedShare(...video)
  return share !== null && share >= WATCHED_SHARE
}
