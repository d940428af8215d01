import { durationText } from '../course-viewing/duration'
import type { VideoLink } from '../video/parse-video-link'
import { MAX_SECONDS } from '../video/start-time'
import { durationSeconds, type LessonFormValues, lessonFieldError, videoOf } from './lesson-form'

/** A video and its length, as the player reports it. */
export interface VideoDuration {
  video: VideoLink
  /** Whole seconds. */
  seconds: number
}

/** A note below the Duration field about the length of the video. */
export interface DurationNote {
  /** `filled`: the form has filled in the length of the video. `differs`: the field contains another duration. */
  kind: 'filled' | 'differs'
  /** Whole seconds. */
  seconds: number
}

/** Returns the length of a video in whole seconds from the player's report; null if no lesson may be so long. */
export function videoDuration(video: VideoLink, seconds: number): VideoDuration | null {
  const whole = Math.round(seconds)
  return whole > 0 && whole <= MAX_SECONDS ? { video, seconds: whole } : null
}

/** Returns whether a length belongs to the video in the form. The start time does not matter. */
export function isDurationOf(length: VideoDuration | null, form: LessonFormValues): boolean {
  const video = videoOf(form)
  return (
    video !== null &&
    video.provider === length?.video.provider &&
    video.assetId === length.video.assetId
  )
}

/**
 * Returns the value that the form should fill into the Duration field; null if a person has filled it. The field counts
 * as not filled by a person if it is empty, is the 0 of a lesson without a duration, or contains the value `filled`.
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

/** Returns the form without the duration that was filled in automatically, so that it does not count as a change. */
export function withoutFilledDuration(
  form: LessonFormValues,
  base: LessonFormValues,
  filled: string | null,
): LessonFormValues {
  return filled !== null && form.duration === filled ? { ...form, duration: base.duration } : form
}

/** Returns whether the form now contains another video or none. False while the address is incomplete. */
export function hasOtherVideo(length: VideoDuration | null, form: LessonFormValues): boolean {
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

/** Formats seconds as `45 seconds`, and from a minute on as `3:32`. */
export function formatDuration(seconds: number): string {
  if (seconds === 1) return '1 second'
  return seconds < 60 ? `${seconds} seconds` : durationText(seconds)
}
