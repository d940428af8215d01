import { durationText } from '../course-viewing/duration'
import type { VideoLink } from '../video/parse-video-link'
import { MAX_SECONDS } from '../video/start-time'
import { durationSeconds, type LessonFormValues, lessonFieldError, videoOf } from './lesson-form'

/** A video and its length as its player reports it. */
export interface VideoDuration {
  video: VideoLink
  /** Whole seconds. */
  seconds: number
}

/** A note about the Duration field and the length of the lesson's video. */
export interface DurationNote {
  /** `filled`: the form filled in the video's length. `differs`: the field contains another length. */
  kind: 'filled' | 'differs'
  /** Whole seconds. */
  seconds: number
}

/** Returns a video's length in whole seconds from its player's report; null if it is longer than a lesson may be. */
export function videoDuration(video: VideoLink, seconds: number): VideoDuration | null {
  const whole = Math.round(seconds)
  return whole > 0 && whole <= MAX_SECONDS ? { video, seconds: whole } : null
}

/** Returns whether a length belongs to the form's video, whatever its start time. */
export function isDurationOf(length: VideoDuration | null, form: LessonFormValues): boolean {
  const video = videoOf(form)
  return (
    video !== null &&
    video.provider === length?.video.provider &&
    video.assetId === length.video.assetId
  )
}

/**
 * Returns the value for the Duration field; null if a person filled it. An empty field, the 0 of a lesson without a
 * duration, and the value in `filled` do not count as filled by a person.
 */
export function durationToFill(
  length: VideoDuration,
  form: LessonFormValues,
  base: LessonFormValues,
  filled: string | null,
): string | null {
  const typed = form.duration.trim()
  const untouched = form.duration === base.duration && durationSeconds(typed) === 0
  return typed === '' || typed === filled || untouched ? durationText(length.seconds) : null
}

/** Returns the form without a duration that was filled in automatically, which is no edit of the person. */
export function withoutFilledDuration(
  form: LessonFormValues,
  base: LessonFormValues,
  filled: string | null,
): LessonFormValues {
  return filled !== null && form.duration === filled ? { ...form, duration: base.duration } : form
}

/** Returns whether the form now has another video, or none. */
export function hasOtherVideo(length: VideoDuration | null, form: LessonFormValues): boolean {
  // An incomplete address counts as neither.
  return length !== null && lessonFieldError('video', form) === null && !isDurationOf(length, form)
}

/**
 * Returns the note about the Duration field, or null, from the form, the value that was filled in and the known length.
 */
export function durationNote(
  form: LessonFormValues,
  filled: string | null,
  length: VideoDuration | null,
): DurationNote | null {
  if (length === null || form.content_type !== 'VIDEO' || !isDurationOf(length, form)) return null
  const { seconds } = length
  if (durationSeconds(form.duration) !== seconds) return { kind: 'differs', seconds }
  return form.duration === filled ? { kind: 'filled', seconds } : null
}

/** Formats seconds as `45 seconds`, and from a minute on like the field, `3:32`. */
export function formatDuration(seconds: number): string {
  if (seconds === 1) return '1 second'
  return seconds < 60 ? `${seconds} seconds` : durationText(seconds)
}
