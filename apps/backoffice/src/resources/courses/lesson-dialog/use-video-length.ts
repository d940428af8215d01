import { durationText } from '@rookies/data/course-editing/duration-text'
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
import type { VideoLink } from '@rookies/data/video/parse-video-link'
import { useMemo, useState } from 'react'

interface EditedForm {
  base: LessonFormValues
  values: LessonFormValues
}

type Change = Partial<LessonFormValues>

/**
 * Fills the Duration field with what the preview's player says of its length, where a person has typed
 * nothing into it. In: the form, null until it is there, and how to change it. Out: what is the
 * person's own in the form, what to say beside the field, and what happens to it.
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
    /** A player says how long the form's video is. */
    hear: (video: VideoLink, seconds: number) => {
      const heard = videoDuration(video, seconds)
      if (!edit || !heard) return
      // Said again: a field that was emptied since stays empty.
      if (length?.seconds === heard.seconds && isDurationOf(length, edit.values)) return
      setLength(heard)
      const text = durationToFill(heard, edit.values, edit.base, filled)
      if (text !== null) fill(text)
    },
    /** The form is another lesson's from now on. */
    forget: () => {
      setLength(null)
      setFilled(null)
    },
    /** A person wants it. */
    take: () => {
      if (length) fill(durationText(length.seconds))
    },
    /** A change of the form; a length that was filled in goes with its video. */
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
