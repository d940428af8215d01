import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, shape } from '../json'
import { type AnyChange, ofKind, type Queued } from '../outbox/kind'
import type { Outbox } from '../outbox/outbox'
import { formatRanges, mergeRanges, type Ranges } from './ranges'

/** The position in a video, and the seconds that were played since the last save. */
export interface WatchChange extends AnyChange {
  kind: 'watch'
  /**
   * The identity of the watched video (see `videoOf`). If the lesson has another video when this is sent, the database
   * ignores the seconds. Missing in changes that older builds have queued.
   */
  video?: string | null
  positionSec: number
  /** The length of the video; null if the player has not reported it. */
  durationSec: number | null
  ranges: Ranges
}

export const parseWatchAnswer = shape({ completed: boolean })
/** The state of a lesson after the database has stored watched seconds. */
export type WatchAnswer = Answer<typeof parseWatchAnswer>

/**
 * Stores a position and watched seconds. Repeating the call is safe: the database merges the seconds, and ignores the
 * position of a report that is more than half a minute older than the last one (rules/learning#watched). Returns
 * whether the lesson is complete, because watching 90 % of its video completes it once. Throws DataError.
 */
export async function recordProgress(
  client: DataClient,
  { user, at, change }: Queued<WatchChange>,
  signal: AbortSignal,
): Promise<WatchAnswer> {
  const { lessonId, video, positionSec, durationSec, ranges } = change
  return parseWatchAnswer(
    unwrap(
      await client
        .rpc('record_progress', {
          lesson_id: lessonId,
          position_sec: positionSec,
          ...(durationSec !== null && { duration_sec: durationSec }),
          ranges: formatRanges(ranges),
          age_sec: Math.max(0, (Date.now() - at) / 1000),
          as_user: user,
          ...(video && { video }),
        })
        .abortSignal(signal),
    ),
  )
}

/** Queues a position and played seconds, merged with the change that this tab has already queued for the same video. */
export function queueWatch(outbox: Outbox, change: Omit<WatchChange, 'kind'>): Queued<WatchChange> {
  const earlier = ofKind<WatchChange>(outbox.ofThisTab(), 'watch').filter(
    ({ change: { lessonId, video } }) => lessonId === change.lessonId && video === change.video,
  )
  const ranges = earlier.flatMap((entry) => entry.change.ranges)
  return outbox.put(
    { kind: 'watch', ...change, ranges: mergeRanges([...ranges, ...change.ranges]) },
    earlier,
  )
}
