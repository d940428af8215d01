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
   * The name of the watched video (`videoOf`), because the lesson may have another video when this is sent; the database
   * then ignores the seconds. Older builds left it out.
   */
  video?: string | null
  positionSec: number
  /** Null if the player has not reported it. */
  durationSec: number | null
  ranges: Ranges
}

export const parseWatchAnswer = shape({ completed: boolean })
/** The state of a lesson in the database after watched seconds were recorded. */
export type WatchAnswer = Answer<typeof parseWatchAnswer>

/**
 * Records a position and watched seconds. Repeating the call is safe: the database merges the seconds, and a message
 * that is more than half a minute older than the last does not change the position (rules/learning#watched). Returns
 * whether the lesson is now complete; watching 90 % of it completes it once. Throws DataError.
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

/** Queues a position and played seconds, merged with those that this tab has queued for the lesson's video. */
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
