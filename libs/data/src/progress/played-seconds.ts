import { mergeRanges, type Ranges } from './ranges'

/** A position may be this many seconds ahead of the clock and still count as played, because reports arrive late. */
const SLACK_SEC = 0.75
/** After a longer pause between two reports, the seconds between them do not count as played. */
const MAX_GAP_SEC = 10
const FASTEST = 2

/**
 * Determines from the positions that a player reports which seconds were really played. All played seconds count, at
 * any speed; a jump counts nothing (rules/learning#watched).
 */
export class PlayedSeconds {
  #pieces: Ranges = []
  #last: { positionSec: number; playing: boolean; atMs: number } | null = null

  /**
   * Takes the position in the video in seconds, whether the video is playing, and the time in milliseconds. `rate` is
   * the speed if the player reports it. Call it only when the position or `playing` has changed.
   */
  report(positionSec: number, playing: boolean, atMs: number, rate: number = FASTEST): void {
    const last = this.#last
    this.#last = { positionSec, playing, atMs }
    if (!last?.playing) return
    const elapsed = Math.min(MAX_GAP_SEC, (atMs - last.atMs) / 1000)
    const covered = positionSec - last.positionSec
    if (covered > 0 && covered <= elapsed * Math.max(rate, 1) + SLACK_SEC) {
      this.#pieces = mergeRanges([...this.#pieces, [last.positionSec, positionSec]])
    }
  }

  /** The seconds that were played so far, in whole seconds. Both ends are rounded, so that adjacent parts join. */
  get ranges(): Ranges {
    return mergeRanges(
      this.#pieces.map(([from, to]) => [Math.round(from), Math.round(to)] as const),
    )
  }
}
