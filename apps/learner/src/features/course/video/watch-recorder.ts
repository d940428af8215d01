import type { DataClient } from '@rookies/data/client'
import { courseKeys } from '@rookies/data/course-viewing/keys'
import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { deliver } from '@rookies/data/progress/outbox/deliver'
import { ownOutbox } from '@rookies/data/progress/outbox/waiting'
import { wakeOutbox } from '@rookies/data/progress/outbox/wake'
import { PlayedSeconds } from '@rookies/data/progress/played-seconds'
import { formatRanges, mergeRanges, type Ranges } from '@rookies/data/progress/ranges'
import { isWatched, videoOf, watchStateOf } from '@rookies/data/progress/watch-state'
import type { PlayerMedia } from '@rookies/ui/video/video-player'
import type { QueryClient } from '@tanstack/react-query'
import { outboxMessages as messages } from '../../../shared/outbox-messages'

/** Where a player was when it last said so. Seconds. */
interface PlayerState {
  positionSec: number
  durationSec: number | null
  playing: boolean
}

interface Recording {
  client: DataClient
  queries: QueryClient
  lessonId: string
  /** The lesson's video, as it was when the player came. */
  video: string | null
  slug: string
}

const SAVE_EVERY_MS = 5_000
/** A player that stands still may be dragged along its bar: wait until it has been let go. */
const SETTLED_MS = 500

/**
 * Writes down where a person is in a video and what they have seen of it: every few seconds while it
 * plays, and when it stops, is hidden or left. All of it goes through the outbox, so that nothing is
 * lost without a connection.
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

  /** What was played in this visit. */
  get ranges(): Ranges {
    return this.#played.ranges
  }

  /** Takes in how fast a player plays: 1 is the ordinary speed. */
  hearRate(rate: number): void {
    this.#rate = rate
  }

  /** Takes in that a player has just said where it is, or whether it plays. */
  hear({ currentTime, duration, paused }: PlayerMedia): void {
    const before = this.#state
    const state: PlayerState = {
      positionSec: currentTime,
      durationSec: Number.isNaN(duration) ? null : duration,
      playing: !paused,
    }
    this.#state = state
    const stopped = before?.playing === true && !state.playing
    this.#played.report(state.positionSec, state.playing, performance.now(), this.#rate)
    // A player that was opened and not begun says nothing about its viewer.
    if (!this.#saved && !state.playing) return
    this.#saved ??= { positionSec: state.positionSec, atMs: performance.now() }
    const due = performance.now() - this.#saved.atMs >= SAVE_EVERY_MS
    if (stopped || due || this.#justWatched()) this.save()
    clearTimeout(this.#settling)
    if (!state.playing) this.#settling = setTimeout(() => this.save(), SETTLED_MS)
  }

  /** Queues what is new since the last time. Out: the entry; null when nothing is. */
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
    const entry = outbox.putWatch(change)
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
    wakeOutbox({ client, queries, messages })
    return entry
  }

  /** The player is gone. */
  end(): void {
    clearTimeout(this.#settling)
    this.save()
    document.removeEventListener('visibilitychange', this.#leave)
  }

  /** True once: when nine tenths have just been seen, which completes the lesson. */
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

  /** Hidden, and perhaps about to be closed: at once and past the queue, which may not live to send it. */
  readonly #leave = () => {
    if (document.visibilityState !== 'hidden') return
    const entry = this.save()
    const { client, queries } = this.to
    if (!entry) return
    void deliver(client, entry).then((delivery) => {
      if (delivery.kind === 'saved') ownOutbox(queries)?.settle(entry)
    })
  }
}
