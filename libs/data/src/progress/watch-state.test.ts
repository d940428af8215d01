import { describe, expect, it } from 'vitest'
import { WATCHED_EXAMPLES } from '../testing/progress-examples'
import {
  isWatched,
  resumePosition,
  watchedPercent,
  watchedShare,
  watchStateOf,
} from './watch-state'

const at = (positionSec: number, durationSec: number | null = 600) => ({
  positionSec,
  durationSec,
  watched: [],
})

describe('resumePosition', () => {
  it('is the start time in the link if the person has not played the video before', () => {
    expect(resumePosition(null, 90)).toBe(90)
    expect(resumePosition(at(0), 90)).toBe(0)
    expect(resumePosition(at(431.9), 90)).toBe(431)
  })

  it('is the beginning if the person has reached the end', () => {
    expect(resumePosition(at(600), 0)).toBe(0)
    expect(resumePosition(at(598), 90)).toBe(90)
    expect(resumePosition(at(590), 0)).toBe(590)
    expect(resumePosition(at(5000, null), 0)).toBe(5000)
  })
})

describe('the watched share of a video', () => {
  it.each(WATCHED_EXAMPLES)('is calculated from the part after the start time: $is', (example) => {
    const { watched, durationSec, startSec, share } = example
    expect(watchedShare(watched, durationSec, startSec)).toBe(share)
    expect(isWatched(watched, durationSec, startSec)).toBe(share !== null && share >= 0.9)
  })

  it('is null while the length is unknown', () => {
    expect(watchedShare([], 0, 0)).toBeNull()
    expect(isWatched([[0, 5000]], null, 0)).toBe(false)
  })

  it('is shown in whole percent, and never as 100 for an unfinished video', () => {
    expect(watchedPercent([[0, 417]], 1199, 0)).toBe(34)
    expect(watchedPercent([[600, 900]], 1200, 600)).toBe(50)
    expect(watchedPercent([[0, 600]], 600, 0)).toBe(99)
    expect(watchedPercent([[0, 600]], null, 0)).toBe(0)
  })
})

describe('watchStateOf', () => {
  const own = {
    position_sec: 12.5,
    duration_sec: null,
    watched: '{[0,12)}',
    video: 'VIMEO:1084537',
  }
  const lesson = { video_provider: 'VIMEO', video_asset_id: '1084537' } as const

  it('returns the progress in the lesson’s video', () => {
    expect(watchStateOf({ ...lesson, lesson_progress: [] })).toBeNull()
    expect(watchStateOf({ ...lesson, lesson_progress: [own] })).toEqual({
      positionSec: 12.5,
      durationSec: null,
      watched: [[0, 12]],
    })
  })

  it('returns null if the lesson has a different video now', () => {
    const changed = (change: object) =>
      watchStateOf({ ...lesson, ...change, lesson_progress: [own] })
    expect(changed({ video_asset_id: '76979871' })).toBeNull()
    expect(changed({ video_provider: 'LOOM' })).toBeNull()
    expect(changed({ video_provider: 'NONE', video_asset_id: null })).toBeNull()
  })
})
