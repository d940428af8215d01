import type { Ranges } from '../ranges'

/** A lesson marked complete, or taken back. The last one made for a lesson is the one that counts. */
export interface CompletionChange {
  kind: 'completion'
  lessonId: string
  done: boolean
  /** What the database held when the first of these was queued, so that counts can be shown truly. */
  was: boolean
  /** The course it belongs to, for refreshing and telling. */
  slug: string
  /** Of the lesson, for telling that its completion is lost. */
  title?: string
}

/** Where a person is in a video, and the seconds that were played since the last save. */
export interface WatchChange {
  kind: 'watch'
  lessonId: string
  /** What was watched (`videoOf`): the lesson may have another one when this is sent. Earlier builds did not say. */
  video?: string | null
  slug: string
  positionSec: number
  /** Null when the player has not said. */
  durationSec: number | null
  ranges: Ranges
}

export type Change = CompletionChange | WatchChange

/** A change that waits to be sent. */
export interface Queued<C extends Change = Change> {
  /** New whenever the change is replaced: what is acknowledged is this one and no later one. */
  id: string
  /** Whose it is. Never sent as anybody else. */
  user: string
  /** When it was made, in milliseconds by this browser's clock; the order of sending. */
  at: number
  change: C
}
