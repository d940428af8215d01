import type { PlayerPowers } from '@rookies/data/video/provider'
import { useShortcuts } from '../use-shortcuts'
import { SPEEDS } from './speed'

/** What shortcuts do with a player. Times are seconds of the video. */
export interface PlayerControl {
  /** Moves forward by these seconds, or back if negative. */
  skip: (seconds: number) => void
  toggle: () => void
  rate: () => number
  setRate: (rate: number) => void
}

const SKIP_SEC = 10

/** Handles the shortcuts that the player supports (rules/learning#viewer-keys). `powers` is null without a player. */
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
