import { describe, expect, it } from 'vitest'
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
  it('is the start of the link the first time only', () => {
    expect(resumePosition(null, 90)).toBe(90)
    expect(resumePosition(at(0), 90)).toBe(0)
    expect(resumePosition(at(431.9), 90)).toBe(431)
  })

  it('begins again after the end', () => {
    expect(resumePosition(at(600), 0)).toBe(0)
    expect(resumePosition(at(598), 90)).toBe(90)
    expect(resumePosition(at(590), 0)).toBe(590)
    expect(resumePosition(at(5000, null), 0)).toBe(5000)
  })
})

describe('what was watched', () => {
  it('is a share of the length, once that is known', () => {
    expect(watchedShare([[0, 300]], 600)).toBe(0.5)
    expect(watchedShare([[0, 601]], 600)).toBe(1)
    expect(watchedShare([[0, 300]], null)).toBeNull()
    expect(watchedShare([], 0)).toBeNull()
  })

  it('is whole percent for a ring, which no unfinished video closes', () => {
    expect(watchedPercent([[0, 417]], 1199)).toBe(34)
    expect(watchedPercent([[0, 600]], 600)).toBe(99)
    expect(watchedPercent([[0, 600]], null)).toBe(0)
  })

  it('is enough at nine tenths, wherever they are', () => {
    expect(isWatched([[0, 539]], 600)).toBe(false)
    expect(isWatched([[0, 540]], 600)).toBe(true)
    expect(
      isWatched(
        [
          [0, 300],
          [360, 600],
        ],
        600,
      ),
    ).toBe(true)
    expect(isWatched([[0, 5000]], null)).toBe(false)
  })
})

it('is read from the lesson', () => {
  expect(watchStateOf({ lesson_progress: [] })).toBeNull()
  expect(
    watchStateOf({
      lesson_progress: [{ position_sec: 12.5, duration_sec: null, watched: '{[0,12)}' }],
    }),
  ).toEqual({ positionSec: 12.5, durationSec: null, watched: [[0, 12]] })
})
