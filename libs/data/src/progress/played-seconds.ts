import { mergeRanges, type Ranges } from './ranges'

/** How much further than the clock a report may be and still be playing: its way here, and a hiccup. */
const SLACK_SEC = 0.75
/** After a longer silence it is unknown what was played. */
const LONGEST_GAP_SEC = 10
const FASTEST = 2

/**
 * Finds out which seconds were really played, from where a player says it is. Playing on counts what
 * was covered, at any speed; a jump counts nothing (rules/learning#watched).
 */
export class PlayedSeconds {
  #pieces: Ranges = []
  #last: { positionSec: number; playing: boolean; atMs: number } | null = null

  /**
   * In: the position in seconds of the video, whether it plays, and the time in milliseconds. `rate`
   * is the speed, where the player tells it. Only for news about one of the first two.
   */
  report(positionSec: number, playing: boolean, atMs: number, rate: number = FASTEST): void {
    const last = this.#last
    this.#last = { positionSec, playing, atMs }
    if (!last?.playing) return
    const elapsed = Math.min(LONGEST_GAP_SEC, (atMs - last.atMs) / 1000)
    const covered = positionSec - last.positionSec
    if (covered > 0 && covered <= elapsed * Math.max(rate, 1) + SLACK_SEC) {
      this.#pieces = mergeRanges([...this.#pieces, [last.positionSec, positionSec]])
    }
  }

  /** What was played so far, in whole seconds: each end to the nearest, so that pieces meet. */
  get ranges(): Ranges {
    return mergeRanges(
      this.#pieces.map(([from, to]) => [Math.round(from), Math.round(to)] as const),
    )
  }
}
