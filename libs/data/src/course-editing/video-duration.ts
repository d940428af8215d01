import type { VideoLink } from '../video/parse-video-link'
import { MAX_SECONDS } from '../video/start-time'
import { durationText } from './duration-text'
import { durationSeconds, type LessonFormValues, lessonFieldError, videoOf } from './lesson-form'

/** How long a video is, as its player says. */
export interface VideoDuration {
  video: VideoLink
  /** Whole seconds. */
  seconds: number
}

/** What the Duration field has to do with its lesson's video. */
export interface DurationNote {
  /** Filled: the field holds the video's length because we put it there. Differs: it holds another. */
  kind: 'filled' | 'differs'
  /** Whole seconds. */
  seconds: number
}

/**
 * In: a video, and its length in seconds as its player says it. Out: the length in whole seconds; null
 * when no lesson can be that long.
 */
export function videoDuration(video: VideoLink, seconds: number): VideoDuration | null {
  const whole = Math.round(seconds)
  return whole > 0 && whole <= MAX_SECONDS ? { video, seconds: whole } : null
}

/** Whether a length is that of the form's video, wherever in it a lesson begins. */
export function isDurationOf(length: VideoDuration | null, form: LessonFormValues): boolean {
  const video = videoOf(form)
  return (
    video !== null &&
    video.provider === length?.video.provider &&
    video.assetId === length.video.assetId
  )
}

/**
 * What a length puts into the Duration field, or null where a person filled that. Not filled by a
 * person: an empty field, the 0 of a lesson whose duration was never given, and what was `filled` in before.
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

/** The form as its person typed it: without a duration that was filled in, which is no edit of theirs. */
export function withoutFilledDuration(
  form: LessonFormValues,
  base: LessonFormValues,
  filled: string | null,
): LessonFormValues {
  return filled !== null && form.duration === filled ? { ...form, duration: base.duration } : form
}

/** Whether the form has come to hold another video, or none, than the one with that length. */
export function hasOtherVideo(length: VideoDuration | null, form: LessonFormValues): boolean {
  // Half an address is neither.
  return length !== null && lessonFieldError('video', form) === null && !isDurationOf(length, form)
}

/** In: the form, what was filled into Duration, and what is known of a length. Out: what to say of it, or null. */
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

/** In: whole seconds. Out: in words: `45 seconds`, and from a minute on as the field shows it, `3:32`. */
export function formatDuration(seconds: number): string {
  if (seconds === 1) return '1 second'
  return seconds < 60 ? `${seconds} seconds` : durationText(seconds)
}
