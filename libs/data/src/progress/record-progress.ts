import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, shape } from '../json'
import { formatRanges, type Ranges } from './ranges'

interface Watched {
  /** The person who watched. The database refuses the seconds of anybody else. */
  user: string
  lessonId: string
  /** The name of the video (`videoOf`). The database ignores seconds of a video that the lesson no longer has. */
  video?: string | null
  /** The time of watching, in milliseconds by this browser's clock; the database receives the elapsed time. */
  at: number
  positionSec: number
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
  { user, lessonId, video, at, positionSec, durationSec, ranges }: Watched,
  signal: AbortSignal,
): Promise<WatchAnswer> {
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
