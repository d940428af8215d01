import { describe, expect, it } from 'vitest'
import type { VideoLink } from '../video/parse-video-link'
import { EMPTY_LESSON_FORM, type LessonFormValues } from './lesson-form'
import {
  durationNote,
  durationToFill,
  formatDuration,
  hasOtherVideo,
  isDurationOf,
  type VideoDuration,
  videoDuration,
  withoutFilledDuration,
} from './video-duration'

const film: VideoLink = { provider: 'YOUTUBE', assetId: 'aqz-KE-bpKQ', startSec: 75 }
const other: VideoLink = { provider: 'VIMEO', assetId: '76979871', startSec: 0 }
const length: VideoDuration = { video: film, seconds: 212 }
const form = (values: Partial<LessonFormValues>): LessonFormValues => ({
  ...EMPTY_LESSON_FORM,
  video: film,
  video_text: null,
  ...values,
})

it.each([
  [212.04, 212],
  [0.6, 1],
  [0.2, null],
  [864_000, 864_000],
  [864_001, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
])('rounds the duration that a player reports, or refuses it: %s becomes %s', (said, meant) => {
  expect(videoDuration(film, said)?.seconds ?? null).toBe(meant)
})

describe('durationToFill', () => {
  const filledIn = (duration: string, base = '0', filled: string | null = null) =>
    durationToFill(length, form({ duration }), form({ duration: base }), filled)

  it('fills an empty field', () => {
    expect(filledIn('')).toBe('3:32')
    expect(filledIn('  ', '5:00')).toBe('3:32')
    expect(filledIn('0')).toBe('3:32')
  })

  it('replaces a duration that was filled in automatically', () => {
    expect(filledIn('9:59', '0', '9:59')).toBe('3:32')
    expect(filledIn('9:58', '0', '9:59')).toBeNull()
  })

  it('leaves a duration that the person has typed unchanged, even 0', () => {
    expect(filledIn('3:30')).toBeNull()
    expect(filledIn('5:00', '5:00')).toBeNull()
    expect(filledIn('0', '5:00')).toBeNull()
    expect(filledIn('a while')).toBeNull()
  })
})

describe('durationNote', () => {
  it('says that the duration was filled in, as long as it is unchanged', () => {
    expect(durationNote(form({ duration: '3:32' }), '3:32', length)).toEqual({
      kind: 'filled',
      seconds: 212,
    })
    expect(durationNote(form({ duration: '212' }), '3:32', length)).toBeNull()
    expect(durationNote(form({ duration: '3:32' }), null, length)).toBeNull()
  })

  it('says that the typed duration differs from the length of the video', () => {
    expect(durationNote(form({ duration: '3:30' }), null, length)).toEqual({
      kind: 'differs',
      seconds: 212,
    })
  })

  it('says nothing if the form has another video or none, or if the length is unknown', () => {
    expect(durationNote(form({ video: other }), null, length)).toBeNull()
    expect(durationNote(form({ video: null, video_text: '' }), null, length)).toBeNull()
    expect(durationNote(form({ content_type: 'TEXT' }), null, length)).toBeNull()
    expect(durationNote(form({}), null, null)).toBeNull()
  })
})

it('a length belongs to its video while the address is edited, whatever the start time', () => {
  expect(isDurationOf(length, form({ video: { ...film, startSec: 0 } }))).toBe(true)
  expect(
    isDurationOf(length, form({ video: other, video_text: 'https://youtu.be/aqz-KE-bpKQ' })),
  ).toBe(true)
  expect(isDurationOf(length, form({ video_text: 'https://vimeo.com/76979871' }))).toBe(false)
  expect(isDurationOf(null, form({}))).toBe(false)
})

it('hasOtherVideo() is true for another video and for none, and false for an incomplete address', () => {
  expect(hasOtherVideo(length, form({}))).toBe(false)
  expect(hasOtherVideo(length, form({ video_text: 'https://vim' }))).toBe(false)
  expect(hasOtherVideo(length, form({ video_text: 'https://vimeo.com/76979871' }))).toBe(true)
  expect(hasOtherVideo(length, form({ video: null, video_text: '' }))).toBe(true)
  expect(hasOtherVideo(null, form({ video: other }))).toBe(false)
})

it('a duration that was only filled in automatically is not a change of the form', () => {
  const base = form({ duration: '0' })
  expect(withoutFilledDuration(form({ duration: '3:32', title: 'Mine' }), base, '3:32')).toEqual({
    ...base,
    title: 'Mine',
  })
  expect(withoutFilledDuration(form({ duration: '3:31' }), base, '3:32').duration).toBe('3:31')
  expect(withoutFilledDuration(form({ duration: '3:32' }), base, null).duration).toBe('3:32')
})

it.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [212, '3:32'],
  [3700, '1:01:40'],
])('shows %i seconds as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
