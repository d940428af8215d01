import type { LessonBody } from '../course-viewing/lesson-query'
import { mergeRanges, parseRanges, type Ranges, totalSeconds } from './ranges'

/** What is known about a person's watching of a video, in seconds. */
export interface WatchState {
  positionSec: number
  durationSec: number | null
  watched: Ranges
}

/** A video counts as watched from this share of its seconds (rules/learning#watched). */
const WATCHED_SHARE = 0.9
/** If a person stopped this close to the end, the video starts at the beginning next time. */
const END_SEC = 3

/**
 * Returns the name of a lesson's video (`private.video_of`), which watched seconds belong to; null for a lesson without
 * a video.
 */
export function videoOf(
  lesson: Pick<LessonBody, 'video_provider' | 'video_asset_id'>,
): string | null {
  return lesson.video_asset_id && `${lesson.video_provider}:${lesson.video_asset_id}`
}

/**
 * Returns the person's own progress in a lesson's video; null if there is none, or if it belongs to a video that the
 * lesson had before.
 */
export function watchStateOf(
  lesson: Pick<LessonBody, 'lesson_progress' | 'video_provider' | 'video_asset_id'>,
): WatchState | null {
  const [own] = lesson.lesson_progress
  // Older builds cached lessons without the name of the video.
  if (!own || (own.video && own.video !== videoOf(lesson))) return null
  const { position_sec, duration_sec, watched } = own
  return { positionSec: position_sec, durationSec: duration_sec, watched: parseRanges(watched) }
}

/**
 * Returns the second at which a video starts: the person's last position on any device. The start time in the link
 * counts only for the first play and after the end.
 */
export function resumePosition(state: WatchState | null, linkStartSec: number): number {
  if (!state) return linkStartSec
  const { positionSec, durationSec } = state
  const over = durationSec !== null && positionSec >= durationSec - END_SEC
  return over ? linkStartSec : Math.floor(positionSec)
}

/**
 * Returns the watched share of the video between the start time of its link and its end, between 0 and 1; null while
 * its length is unknown. A start time after the end is ignored. The database does the same (`private.watched_share`)
 * and is tested with the same examples.
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
 * Returns the share for the outline in whole percent, at most 99; 0 while the length is unknown
 * (rules/learning#outline).
 */
export function watchedPercent(...video: Parameters<typeof watchedShare>): number {
  return Math.min(99, Math.floor((watchedShare(...video) ?? 0) * 100))
}

/** Returns whether a video counts as watched. The database decides for itself (`merge_progress`). */
export function isWatched(...video: Parameters<typeof watchedShare>): boolean {
  const share = watchedShare(...video)
  return share !== null && share >= WATCHED_SHARE
}
