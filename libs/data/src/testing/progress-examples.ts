import type { Ranges } from '../progress/ranges'

/** Completed lessons, all lessons, and the whole percent that TypeScript and SQL compute. */
export const PERCENT_EXAMPLES: readonly [completed: number, total: number, percent: number][] = [
  [0, 0, 0],
  [3, 0, 0],
  [0, 4, 0],
  [-1, 4, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [7, 8, 88],
  [1, 200, 1],
  [1, 5000, 1],
  [199, 200, 99],
  [4999, 5000, 99],
  [200, 200, 100],
  [5, 4, 100],
]

interface WatchedExample {
  is: string
  watched: Ranges
  /** The length of the video in seconds, as its player reported it. */
  durationSec: number | null
  /** The second at which the lesson's video begins. */
  startSec: number
  /** The share that TypeScript and SQL compute; null if unknown. */
  share: number | null
}

/** Watched seconds of videos, and the shares of the shown part (rules/learning#watched). */
export const WATCHED_EXAMPLES: readonly WatchedExample[] = [
  { is: 'half', watched: [[0, 300]], durationSec: 600, startSec: 0, share: 0.5 },
  { is: 'all, and a hiccup', watched: [[0, 601]], durationSec: 600, startSec: 0, share: 1 },
  {
    is: 'all of a film that ends in the middle of a second',
    watched: [[0, 600]],
    durationSec: 600.4,
    startSec: 0,
    share: 1,
  },
  {
    is: 'all that is shown from the start on',
    watched: [[600, 1200]],
    durationSec: 1200,
    startSec: 600,
    share: 1,
  },
  {
    is: 'nine tenths of what is shown',
    watched: [
      [600, 900],
      [960, 1200],
    ],
    durationSec: 1200,
    startSec: 600,
    share: 0.9,
  },
  {
    is: 'half of what is shown, and something ahead of it, which does not count',
    watched: [[300, 900]],
    durationSec: 1200,
    startSec: 600,
    share: 0.5,
  },
  {
    is: 'half of a film whose start lies behind its end',
    watched: [[0, 60]],
    durationSec: 120,
    startSec: 600,
    share: 0.5,
  },
  { is: 'of no known length', watched: [[0, 60]], durationSec: null, startSec: 0, share: null },
]
