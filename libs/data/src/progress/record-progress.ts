import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { boolean, object } from '../json'
import { formatRanges, type Ranges } from './ranges'

interface Watched {
  /** Who watched: the database refuses it from anybody else. */
  user: string
  lessonId: string
  /** The video's name (`videoOf`): what belongs to another one than the lesson has is passed over. */
  video?: string | null
  /** When, in milliseconds by this browser's clock; the database is told how long ago. */
  at: number
  positionSec: number
  durationSec: number | null
  ranges: Ranges
}

/**
 * Records a position and watched seconds. May be sent again: seconds merge in the database, and a
 * late message never moves the position back (rules/learning#watched). Out: whether the lesson is complete now, which
 * watching 90 % of it makes it, once. Throws DataError.
 */
export async function recordProgress(
  client: DataClient,
  { user, lessonId, video, at, positionSec, durationSec, ranges }: Watched,
  signal: AbortSignal,
): Promise<{ completed: boolean }> {
  const answer = unwrap(
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
  )
  return { completed: boolean(object(answer).completed) }
}
