import { mergeRanges, type Ranges } from './ranges'

/**
 * A report may be this many seconds ahead of the clock and still count as playing, because reports arrive with delay.
 */
const SLACK_SEC = 0.75
/** If no report arrives for longer than this, the seconds in between do not count. */
const LONGEST_GAP_SEC = 10
const FASTEST = 2

/**
 * Determines which seconds were really played from the positions that a player reports. Playing counts the covered
 * seconds at any speed; a jump counts nothing (rules/learning#watched).
 */
export class PlayedSeconds {
  #pieces: Ranges = []
  #last: { positionSec: number; playing: boolean; atMs: number } | null = null

  /**
   * Takes the position in the video in seconds, whether it plays, and the time in milliseconds. `rate` is the speed if
   * the player reports it. Call it only when the position or the playing has changed.
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

  /** The seconds played so far. Both ends are rounded, so that adjacent pieces meet. */
  get ranges(): Ranges {
    return mergeRanges(
      this.#pieces.map(([from, to]) => [Math.round(from), Math.round(to)] as const),
    )
  }
}
