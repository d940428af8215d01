import type { PlayerPowers } from '@rookies/data/video/provider'
import { useShortcuts } from '../use-shortcuts'
import { SPEEDS } from './speed'

/** What keys do with a player. Seconds of the video. */
export interface PlayerControl {
  /** Moves on by so many seconds, or back by fewer than none. */
  skip: (seconds: number) => void
  /** Plays what is paused, and pauses what plays. */
  toggle: () => void
  rate: () => number
  setRate: (rate: number) => void
}

const SKIP_SEC = 10

/** Keys of the video (rules/learning#viewer-keys), as far as its player takes what they say; none for null. */
export function usePlayerKeys(powers: PlayerPowers | null, control: PlayerControl): void {
  const { skip, toggle, rate, setRate } = control
  const step = (by: 1 | -1) => () => {
    const speeds: readonly number[] = by > 0 ? SPEEDS : [...SPEEDS].reverse()
    const next = speeds.find((speed) => (speed - rate()) * by > 0)
    if (next !== undefined) setRate(next)
  }
  useShortcuts({
    ...(powers?.reports && { j: () => skip(-SKIP_SEC), l: () => skip(SKIP_SEC) }),
    ...(powers?.playing && { k: toggle }),
    ...(powers?.speed && { '<': step(-1), '>': step(1) }),
  })
}
