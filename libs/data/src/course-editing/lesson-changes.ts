import { assignmentText } from '../assignments/assignment-part'
import { assignmentPart } from '../assignments/edit-assignment'
import { durationText } from '../course-viewing/duration'
import { exercisePart } from '../exercises/exercise-form'
import { exerciseText } from '../exercises/exercise-part'
import { typedLink } from '../links/typed-link'
import { lessonAttachments } from './lesson-attachments'
import {
  CONTENT_TYPE_NAMES,
  durationSeconds,
  LESSON_FIELDS,
  type LessonField,
  type LessonFormValues,
  lessonColumns,
  lessonFieldError,
  videoAddress,
  videoOf,
} from './lesson-form'

/** Returns the values by which two versions are compared: as the database stores them, without empty attachments. */
function stored(form: LessonFormValues): Record<LessonField, string> {
  const columns = lessonColumns(form)
  // A typed address that is not a valid video yet is also a change.
  const typed = lessonFieldError('video', form) === null ? '' : form.video_text
  return {
    title: columns.title,
    description: columns.description ?? '',
    duration: String(columns.duration_sec),
    free_preview: String(columns.free_preview),
    content_type: columns.content_type,
    video: JSON.stringify([
      columns.video_provider,
      columns.video_asset_id,
      columns.video_start_sec,
      typed,
    ]),
    external_url: columns.external_url ?? '',
    content: columns.content ?? '',
    file: columns.file_key ?? '',
    assignment: form.assignment ? JSON.stringify(form.assignment) : '',
    exercise: form.exercise ? JSON.stringify(exercisePart(form.exercise)) : '',
    attachments: JSON.stringify(lessonAttachments(form.attachments)),
  }
}

/** Returns the fields whose stored values would differ between two versions, in the order of the form. */
export function changedLessonFields(
  before: LessonFormValues,
  after: LessonFormValues,
): LessonField[] {
  const [then, now] = [stored(before), stored(after)]
  const said = (field: LessonField) => {
    // A lesson of another type stores neither an assignment nor an exercise.
    if (field === 'assignment') return after.content_type === 'ASSIGNMENT'
    if (field === 'exercise') return after.content_type === 'EXERCISE'
    return field !== 'file' || (before.file !== undefined && after.file !== undefined)
  }
  return LESSON_FIELDS.filter((field) => then[field] !== now[field] && said(field))
}

/**
 * Returns the typed values with corrected links (rules/courses#typed-links). A link that is the same in `base` was not
 * typed now and stays unchanged.
 */
export function withMeantLinks(base: LessonFormValues, typed: LessonFormValues): LessonFormValues {
  const stored = new Set([base.external_url, ...base.attachments.map(({ url }) => url)])
  const meant = (url: string) => (stored.has(url) ? url : typedLink(url))
  return {
    ...typed,
    external_url: meant(typed.external_url),
    attachments: typed.attachments.map((row) => ({ ...row, url: meant(row.url) })),
  }
}

/**
 * Merges the values that two people typed into the same lesson: a field that this person changed keeps their value
 * (`typed`), every other field gets the value of the other person (`theirs`).
 */
export function mergeLessonEdits(
  base: LessonFormValues,
  typed: LessonFormValues,
  theirs: LessonFormValues,
): LessonFormValues {
  const changed = changedLessonFields(base, typed)
  const mine = (field: LessonField) => changed.includes(field)
  const { video, video_text, video_chosen } = mine('video') ? typed : theirs
  const { file } = mine('file') ? typed : theirs
  const { assignment } = mine('assignment') ? typed : theirs
  const exercise = mine('exercise') ? withVersion(typed.exercise, theirs.exercise) : theirs.exercise
  return {
    title: (mine('title') ? typed : theirs).title,
    description: (mine('description') ? typed : theirs).description,
    duration: (mine('duration') ? typed : theirs).duration,
    free_preview: (mine('free_preview') ? typed : theirs).free_preview,
    content_type: (mine('content_type') ? typed : theirs).content_type,
    video,
    video_text,
    ...(video_chosen !== undefined && { video_chosen }),
    external_url: (mine('external_url') ? typed : theirs).external_url,
    content: (mine('content') ? typed : theirs).content,
    ...(file !== undefined && { file }),
    ...(assignment !== undefined && { assignment }),
    ...(exercise !== undefined && { exercise }),
    attachments: (mine('attachments') ? typed : theirs).attachments,
  }
}

/** Returns the typed exercise with the version number of the other person's exercise, so that saving replaces it. */
function withVersion(
  typed: LessonFormValues['exercise'],
  theirs: LessonFormValues['exercise'],
): LessonFormValues['exercise'] {
  return typed && theirs ? { ...typed, version: theirs.version } : typed
}

/** Returns the value of a field as text, for the dialog in which a person chooses between two versions. */
export function lessonFieldText(field: LessonField, form: LessonFormValues): string {
  switch (field) {
    case 'duration':
      return durationText(durationSeconds(form.duration))
    case 'free_preview':
      return form.free_preview ? 'Yes' : 'No'
    case 'content_type':
      return CONTENT_TYPE_NAMES[form.content_type]
    case 'video':
      return videoAddress(videoOf(form))
    case 'file':
      return form.file?.name ?? ''
    case 'assignment':
      return form.assignment ? assignmentText(assignmentPart(form.assignment)) : ''
    case 'exercise':
      return form.exercise ? exerciseText(exercisePart(form.exercise)) : ''
    case 'attachments':
      return lessonAttachments(form.attachments)
        .map(({ title }) => title)
        .join(', ')
    case 'content':
      return form.content.length > 300 ? `${form.content.slice(0, 300)}…` : form.content
    case 'title':
    case 'description':
    case 'external_url':
      return form[field]
  }
}
