import type { DataClient } from '@rookies/data/client'
import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { courseKeys } from '@rookies/data/course-viewing/outline'
import { deliverBy } from '@rookies/data/delivery/deliver-by'
import { PlayedSeconds } from '@rookies/data/progress/played-seconds'
import { formatRanges, mergeRanges, type Ranges } from '@rookies/data/progress/ranges'
import { queueWatch, recordProgress } from '@rookies/data/progress/record-progress'
import { isWatched, videoOf, watchStateOf } from '@rookies/data/progress/watch-state'
import { ownOutbox } from '@rookies/data/sync/outbox-state'
import { startSync } from '@rookies/data/sync/start-sync'
import type { PlayerMedia } from '@rookies/ui/video/video-player'
import type { QueryClient } from '@tanstack/react-query'
import { outboxMessages as messages } from '../../../shared/outbox-messages'

/** The last reported state of a player. Times are in seconds. */
interface PlayerState {
  positionSec: number
  durationSec: number | null
  playing: boolean
}

interface Recording {
  client: DataClient
  queries: QueryClient
  lessonId: string
  /** The lesson's video when the player was created. */
  video: string | null
  slug: string
}

const SAVE_EVERY_MS = 5_000
/** Milliseconds after which the position of a paused player is saved again, as a person may have dragged its bar. */
const SAVE_AFTER_PAUSE_MS = 500

/**
 * Records a person's position in a video and which parts they have watched: every few seconds while it plays, and when
 * it is paused or the page is hidden or left. Everything goes through the outbox, so that nothing is lost without a
 * connection.
 */
export class WatchRecorder {
  readonly #played = new PlayedSeconds()
  #state: PlayerState | null = null
  #rate: number | undefined
  #saved: { positionSec: number; atMs: number } | null = null
  #complete = false
  #settling: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly to: Recording) {
    document.addEventListener('visibilitychange', this.#leave)
  }

  /** The ranges that were played in this visit. */
  get ranges(): Ranges {
    return this.#played.ranges
  }

  /** Receives the playback rate of the player; 1 is normal speed. */
  reportRate(rate: number): void {
    this.#rate = rate
  }

  /** Receives a player's report about its position and whether it plays. */
  report({ currentTime, duration, paused }: PlayerMedia): void {
    const before = this.#state
    const state: PlayerState = {
      positionSec: currentTime,
      durationSec: Number.isNaN(duration) ? null : duration,
      playing: !paused,
    }
    this.#state = state
    const stopped = before?.playing === true && !state.playing
    this.#played.report(state.positionSec, state.playing, performance.now(), this.#rate)
    // The position of a player that was opened but never started is not recorded.
    if (!this.#saved && !state.playing) return
    this.#saved ??= { positionSec: state.positionSec, atMs: performance.now() }
    const due = performance.now() - this.#saved.atMs >= SAVE_EVERY_MS
    if (stopped || due || this.#justWatched()) this.save()
    clearTimeout(this.#settling)
    if (!state.playing) this.#settling = setTimeout(() => this.save(), SAVE_AFTER_PAUSE_MS)
  }

  /** Puts what is new since the last call into the outbox. Returns the entry, or null if nothing is new. */
  save() {
    const { client, queries, lessonId, video, slug } = this.to
    const outbox = ownOutbox(queries)
    const state = this.#state
    if (!outbox || !state || !this.#saved || this.#saved.positionSec === state.positionSec) {
      return null
    }
    this.#saved = { positionSec: state.positionSec, atMs: performance.now() }
    const positionSec = Math.round(state.positionSec * 1000) / 1000
    const change = {
      lessonId,
      video,
      slug,
      positionSec,
      durationSec: state.durationSec,
      ranges: this.ranges,
    }
    const entry = queueWatch(outbox, change)
    queries.setQueryData<LessonBody | null>(courseKeys.lesson(lessonId), (lesson) => {
      if (!lesson || videoOf(lesson) !== video) return lesson
      const known = watchStateOf(lesson)
      const watched = formatRanges(mergeRanges([...(known?.watched ?? []), ...this.ranges]))
      const duration_sec = state.durationSec ?? known?.durationSec ?? null
      return {
        ...lesson,
        lesson_progress: [{ position_sec: positionSec, duration_sec, watched, video }],
      }
    })
    startSync({ client, queries, messages })
    return entry
  }

  /** Stops recording, because the player was removed. */
  end(): void {
    clearTimeout(this.#settling)
    this.save()
    document.removeEventListener('visibilitychange', this.#leave)
  }

  /** Returns true once: when nine tenths have been watched, which completes the lesson. */
  #justWatched(): boolean {
    if (this.#complete) return false
    const lesson = this.to.queries.getQueryData<LessonBody | null>(
      courseKeys.lesson(this.to.lessonId),
    )
    if (!lesson || videoOf(lesson) !== this.to.video) return false
    const watched = mergeRanges([...(watchStateOf(lesson)?.watched ?? []), ...this.ranges])
    this.#complete = isWatched(watched, this.#state?.durationSec ?? null, lesson.video_start_sec)
    return this.#complete
  }

  /** A hidden page may be closed before the outbox is sent, so this request does not wait for the outbox. */
  readonly #leave = () => {
    if (document.visibilityState !== 'hidden') return
    const entry = this.save()
    const { client, queries } = this.to
    if (!entry) return
    void deliverBy(client, async (signal) => {
      const answer = await recordProgress(client, entry, signal)
      ownOutbox(queries)?.settle(entry)
      return { kind: 'saved', answer }
    })
  }
}
