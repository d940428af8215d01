import type { LessonFormValues } from '@rookies/data/course-editing/lesson-form'
import {
  durationNote,
  durationToFill,
  hasOtherVideo,
  isDurationOf,
  type VideoDuration,
  videoDuration,
  withoutFilledDuration,
} from '@rookies/data/course-editing/video-duration'
import { durationText } from '@rookies/data/course-viewing/duration'
import type { VideoLink } from '@rookies/data/video/parse-video-link'
import { useMemo, useState } from 'react'

interface EditedForm {
  base: LessonFormValues
  values: LessonFormValues
}

type Change = Partial<LessonFormValues>

/**
 * Fills the Duration field with the length that the preview's player reports, unless a person has typed a duration.
 * Takes the form's values (null while loading) and a function that changes them. Returns the values that the person
 * typed, a note for the field, and event handlers.
 */
export function useVideoLength<Edit extends EditedForm>(
  edit: Edit | null,
  change: (part: Change) => void,
) {
  const [length, setLength] = useState<VideoDuration | null>(null)
  const [filled, setFilled] = useState<string | null>(null)

  const typed = useMemo(
    () => edit && { ...edit, values: withoutFilledDuration(edit.values, edit.base, filled) },
    [edit, filled],
  )
  const fill = (duration: string) => {
    setFilled(duration)
    change({ duration })
  }

  return {
    typed,
    note: edit && durationNote(edit.values, filled, length),
    /** Called when a player reports the length of the form's video. */
    report: (video: VideoLink, seconds: number) => {
      const reported = videoDuration(video, seconds)
      if (!edit || !reported) return
      // A player that reports the same length again does not refill a duration that the person has cleared.
      if (length?.seconds === reported.seconds && isDurationOf(length, edit.values)) return
      setLength(reported)
      const text = durationToFill(reported, edit.values, edit.base, filled)
      if (text !== null) fill(text)
    },
    /** Called when the form starts another lesson. */
    forget: () => {
      setLength(null)
      setFilled(null)
    },
    /** Called when the person accepts the video's length. */
    take: () => {
      if (length) fill(durationText(length.seconds))
    },
    /** Called when the form changes: removing a video also removes the length that came from it. */
    change: (part: Change) => {
      if (!edit) return
      const next = { ...edit.values, ...part }
      if (!hasOtherVideo(length, next)) {
        change(part)
        return
      }
      setLength(null)
      change({ ...part, duration: withoutFilledDuration(next, edit.base, filled).duration })
    },
  }
}
