import { describe, expect, it } from 'vitest'
import { PlayedSeconds } from './played-seconds'
import { totalSeconds } from './ranges'

/**
 * Simulates playing from one second to another with four reports per second. Returns the clock at the end, in
 * milliseconds.
 */
function play(played: PlayedSeconds, from: number, to: number, atMs: number, rate = 1): number {
  let at = atMs
  for (let position = from; position < to; position += rate / 4, at += 250) {
    played.report(position, true, at, rate)
  }
  played.report(to, false, at, rate)
  return at
}

describe('PlayedSeconds', () => {
  it('counts the seconds that were played', () => {
    const played = new PlayedSeconds()
    play(played, 0, 30, 0)
    expect(played.ranges).toEqual([[0, 30]])
  })

  it('counts all seconds at double speed, and repeated seconds only once', () => {
    const played = new PlayedSeconds()
    const at = play(played, 0, 60, 0, 2)
    expect(at).toBe(30_000)
    play(played, 20, 40, at)
    expect(played.ranges).toEqual([[0, 60]])
  })

  it('does not count a jump, whether the video plays or is paused', () => {
    const played = new PlayedSeconds()
    played.report(0, true, 0, 1)
    played.report(0.25, true, 250, 1)
    played.report(500, true, 500, 1)
    played.report(500.25, false, 750, 1)
    // The pause is long enough for the player to have played all the skipped seconds.
    played.report(900, false, 900_000, 1)
    played.report(900, true, 900_100, 1)
    expect(totalSeconds(played.ranges)).toBe(0)
    play(played, 900, 903, 900_200)
    expect(played.ranges).toEqual([[900, 903]])
  })

  it('does not count small jumps with the arrow keys', () => {
    const played = new PlayedSeconds()
    for (let step = 0; step < 40; step += 1) played.report(step * 5, true, step * 250, 1)
    expect(played.ranges).toEqual([])
  })

  it('keeps the counted seconds when the person jumps back', () => {
    const played = new PlayedSeconds()
    const at = play(played, 50, 60, 0)
    play(played, 10, 15, at + 100)
    expect(played.ranges).toEqual([
      [10, 15],
      [50, 60],
    ])
  })

  it('does not count the seconds of a long gap between reports', () => {
    const played = new PlayedSeconds()
    played.report(0, true, 0, 1)
    played.report(3600, true, 3_600_000, 1)
    expect(played.ranges).toEqual([])
  })

  it('counts reports that arrive late and together', () => {
    const played = new PlayedSeconds()
    played.report(0, true, 0, 1)
    played.report(1, true, 1000, 1)
    played.report(2, true, 2900, 1)
    played.report(3, true, 3000 + 600, 1)
    played.report(4, true, 4000, 1)
    expect(played.ranges).toEqual([[0, 4]])
  })
})
