import type { AssignmentPart } from '../assignments/assignment-part'
import {
  type AssignmentValues,
  assignmentError,
  assignmentPart,
  assignmentValues,
  EMPTY_ASSIGNMENT,
  type StoredAssignment,
} from '../assignments/edit-assignment'
import { parseRubric } from '../assignments/rubric'
import { durationText } from '../course-viewing/duration'
import type { Database } from '../database.gen'
import type { ExerciseToEdit } from '../exercises/edit-exercise'
import {
  type ExerciseValues,
  exerciseError,
  exercisePart,
  exerciseValues,
} from '../exercises/exercise-form'
import type { ExercisePart } from '../exercises/exercise-part'
import { nameInPath } from '../files/stored-file'
import { linkProblem, NO_LINK, typedLink } from '../links/typed-link'
import { LIMITS } from '../records/limits'
import { canonicalUrl } from '../video/embed-url'
import { NO_VALID_VIDEO } from '../video/messages'
import { parseVideoLink, type VideoLink } from '../video/parse-video-link'
import { isLinked, type VideoProvider } from '../video/provider'
import { MAX_SECONDS, parseTime } from '../video/start-time'
import {
  type AttachmentValues,
  attachmentsError,
  isLonger,
  MAX_ATTACHMENTS,
} from './lesson-attachments'

type LessonRow = Database['public']['Tables']['lessons']['Row']

export type ContentType = LessonRow['content_type']

/** The file of a lesson of type FILE: its path in storage, its name, and its size if it is known. */
export interface LessonFile {
  key: string
  name: string
  size: number | null
}

/** The values of the lesson dialog: texts as the person typed them, never null. Each tab keeps its own values. */
export interface LessonFormValues {
  title: string
  description: string
  /** Seconds, or mm:ss. */
  duration: string
  free_preview: boolean
  content_type: ContentType
  /** The video that the person has confirmed. */
  video: VideoLink | null
  /** The text in the video field while the person edits it; otherwise null. */
  video_text: string | null
  /** The chosen provider for a video id in `video_text`. If NONE or missing, `video_text` must be a link. */
  video_chosen?: VideoProvider
  external_url: string
  content: string
  /**
   * Missing if unknown, as in drafts that were stored before lessons had files. Saving then leaves the file unchanged.
   */
  file?: LessonFile | null
  /** Missing if unknown, as in older drafts. Saving then leaves the stored assignment unchanged. */
  assignment?: AssignmentValues
  /** Missing if the lesson was never an exercise, and in older drafts. */
  exercise?: ExerciseValues
  attachments: AttachmentValues[]
}

/** The fields of the form in their order. Errors and differences refer to them. */
export type LessonField =
  | 'title'
  | 'description'
  | 'duration'
  | 'free_preview'
  | 'content_type'
  | 'video'
  | 'external_url'
  | 'content'
  | 'file'
  | 'assignment'
  | 'exercise'
  | 'attachments'

const NAMES: Record<LessonField, string> = {
  title: 'Title',
  description: 'Description',
  duration: 'Duration',
  free_preview: 'Free Preview',
  content_type: 'Primary Content Type',
  video: 'Video',
  external_url: 'Link',
  content: 'Text',
  file: 'File',
  assignment: 'Assignment',
  exercise: 'Exercise',
  attachments: 'Attachments',
}

export const LESSON_FIELDS: readonly LessonField[] = [
  'title',
  'description',
  'duration',
  'free_preview',
  'content_type',
  'video',
  'external_url',
  'content',
  'file',
  'assignment',
  'exercise',
  'attachments',
]

/** The maximum numbers of characters and of attachments that the database accepts. */
export const LESSON_LIMITS = {
  title: LIMITS.title,
  description: LIMITS.lessonDescription,
  content: LIMITS.content,
  attachments: MAX_ATTACHMENTS,
}

/** The values of a new lesson. The video field is open at the beginning. */
export const EMPTY_LESSON_FORM: LessonFormValues = {
  title: '',
  description: '',
  duration: '0',
  free_preview: false,
  content_type: 'VIDEO',
  video: null,
  video_text: '',
  external_url: '',
  content: '',
  file: null,
  assignment: EMPTY_ASSIGNMENT,
  attachments: [],
}

type FileColumns = Pick<LessonRow, 'file_key' | 'file_name' | 'file_size'>

export type LessonColumns = Partial<FileColumns> &
  Pick<
    LessonRow,
    | 'title'
    | 'description'
    | 'duration_sec'
    | 'free_preview'
    | 'content_type'
    | 'video_provider'
    | 'video_asset_id'
    | 'video_start_sec'
    | 'external_url'
    | 'content'
  > & {
    /** Missing for other types, so that saving leaves a stored assignment unchanged. */
    assignment?: AssignmentPart
    /** Missing for other types, so that saving leaves a stored exercise unchanged. */
    exercise?: ExercisePart
    /** The version of the exercise that the dialog has read; missing if it has read none. */
    exercise_version?: number
  }

/** A lesson as the dialog reads it from the database. */
export type StoredLesson = Omit<LessonColumns, 'assignment' | 'exercise' | 'exercise_version'> & {
  lesson_attachments: readonly AttachmentValues[]
  /** Null for a lesson that has never been an assignment. */
  assignments?: StoredAssignment | null
  /** Null for a lesson that has never been an exercise. */
  exerciseToEdit?: ExerciseToEdit | null
}

/** Returns the label of a field. */
export function lessonFieldName(field: LessonField): string {
  return NAMES[field]
}

/**
 * Parses a typed duration in seconds or as `mm:ss`. Returns whole seconds, 0 for an invalid text. The result is not
 * limited; the field's validation reports a duration out of range.
 */
export function durationSeconds(typed: string): number {
  const whole = Number.parseInt(typed.trim(), 10)
  return parseTime(typed) ?? (Number.isNaN(whole) ? 0 : whole)
}

/** Returns the video of the form: the typed one if it is valid, otherwise the confirmed one. */
export function videoOf({ video, video_text, video_chosen }: LessonFormValues): VideoLink | null {
  return video_text === null ? video : parseVideoLink(video_text, video_chosen)
}

/** Returns the public address of a video for the address field; empty for no video. */
export function videoAddress(video: VideoLink | null): string {
  return (video && canonicalUrl(videoColumns(video))) ?? ''
}

/** Returns the database columns of a video. */
export function videoColumns(video: VideoLink | null) {
  return {
    video_provider: video?.provider ?? ('NONE' as const),
    video_asset_id: video?.assetId ?? null,
    video_start_sec: video?.startSec ?? 0,
  }
}

/** Returns the form's values for a stored lesson. Null becomes an empty text. */
export function lessonFormValues(lesson: StoredLesson): LessonFormValues {
  const { video_provider: provider, video_asset_id: assetId, video_start_sec: startSec } = lesson
  const video = !isLinked(provider) || assetId === null ? null : { provider, assetId, startSec }
  return {
    title: lesson.title,
    description: lesson.description ?? '',
    duration: durationText(lesson.duration_sec),
    free_preview: lesson.free_preview,
    content_type: lesson.content_type,
    video,
    video_text: video ? null : '',
    external_url: lesson.external_url ?? '',
    content: lesson.content ?? '',
    file: fileOf(lesson),
    assignment: assignmentOf(lesson.assignments),
    ...(lesson.exerciseToEdit && { exercise: exerciseOf(lesson.exerciseToEdit) }),
    attachments: lesson.lesson_attachments.map(({ id, title, url }) => ({ id, title, url })),
  }
}

function assignmentOf(stored: StoredAssignment | null | undefined): AssignmentValues {
  if (!stored) return EMPTY_ASSIGNMENT
  const inOrder = stored.rubric_criteria.toSorted((one, other) => one.position - other.position)
  const rubric = inOrder.map(({ id, title, essential, levels }) => ({
    id,
    title,
    essential,
    levels,
  }))
  return assignmentValues(stored, parseRubric(rubric))
}

const exerciseOf = ({ part, version }: ExerciseToEdit) => exerciseValues(part, version)

function fileOf({ file_key: key, file_name: name, file_size: size }: Partial<FileColumns>) {
  return key ? { key, name: name || nameInPath(key), size: size ?? null } : null
}

/**
 * Returns the columns to store. Texts are trimmed, and empty optional fields become null. Values of the hidden tabs are
 * stored too.
 */
export function lessonColumns(form: LessonFormValues): LessonColumns {
  return {
    title: form.title.trim(),
    description: form.description.trim() || null,
    duration_sec: durationSeconds(form.duration),
    free_preview: form.free_preview,
    content_type: form.content_type,
    ...videoColumns(videoOf(form)),
    external_url: form.external_url.trim() || null,
    // The content is not trimmed, because spaces at the beginning of a line have a meaning in Markdown.
    content: form.content.trim() === '' ? null : form.content,
    ...(form.file !== undefined && {
      file_key: form.file?.key ?? null,
      file_name: form.file?.name ?? null,
      file_size: form.file?.size ?? null,
    }),
    ...(form.content_type === 'ASSIGNMENT' &&
      form.assignment && { assignment: assignmentPart(form.assignment) }),
    ...(form.content_type === 'EXERCISE' && form.exercise && exerciseColumns(form.exercise)),
  }
}

function exerciseColumns(exercise: ExerciseValues) {
  const { version } = exercise
  return {
    exercise: exercisePart(exercise),
    ...(version !== null && { exercise_version: version }),
  }
}

/**
 * Returns the error of a field of the form, as the database words it; null if the value is valid. Texts are trimmed,
 * and characters are counted as in the database, not in UTF-16 units.
 */
export function lessonFieldError(field: LessonField, form: LessonFormValues): string | null {
  switch (field) {
    case 'title':
      if (form.title.trim() === '') return 'Lesson title is required'
      return tooLong('Title', form.title.trim(), LESSON_LIMITS.title)
    case 'description':
      return tooLong('Description', form.description.trim(), LESSON_LIMITS.description)
    case 'duration': {
      const seconds = durationSeconds(form.duration)
      return seconds < 0 || seconds > MAX_SECONDS
        ? 'Duration must be between 0 seconds and 10 days'
        : null
    }
    case 'video': {
      const typed = form.video_text?.trim() ?? ''
      if (typed === '' || videoOf(form) !== null) return null
      const problem = linkProblem(typedLink(typed))
      return problem === null || problem === NO_LINK ? NO_VALID_VIDEO : problem
    }
    case 'external_url':
      return linkProblem(typedLink(form.external_url))
    case 'content':
      return isLonger(form.content, LESSON_LIMITS.content)
        ? 'Text must be less than 500,000 characters'
        : null
    case 'assignment':
      return form.content_type === 'ASSIGNMENT' && form.assignment
        ? assignmentError(form.assignment)
        : null
    case 'exercise':
      return form.content_type === 'EXERCISE' && form.exercise ? exerciseError(form.exercise) : null
    case 'attachments':
      return attachmentsError(form.attachments)
    case 'free_preview':
    case 'content_type':
    // A lesson may be saved without its file. The check of the course reports the missing file.
    case 'file':
      return null
  }
}

export type LessonErrors = Partial<Record<LessonField, string>>

/**
 * Returns all errors of the form by field. Links that are the same in `base` are not validated, so that a lesson with
 * an old or imported link can be saved.
 */
export function lessonErrors(form: LessonFormValues, base?: LessonFormValues): LessonErrors {
  const isAsBefore = (field: LessonField) =>
    (field === 'external_url' || field === 'attachments') &&
    JSON.stringify(form[field]) === JSON.stringify(base?.[field])
  return Object.fromEntries(
    LESSON_FIELDS.flatMap((field) => {
      const error = lessonFieldError(field, form)
      return error === null || isAsBefore(field) ? [] : [[field, error]]
    }),
  )
}

const COLUMN_FIELDS: Readonly<Record<string, LessonField>> = {
  title: 'title',
  description: 'description',
  duration_sec: 'duration',
  video_asset_id: 'video',
  external_url: 'external_url',
  content: 'content',
  file_key: 'file',
  file_name: 'file',
  file_size: 'file',
  assignment: 'assignment',
  accepts: 'assignment',
  due_day: 'assignment',
  due_time: 'assignment',
  late: 'assignment',
  cutoff_days: 'assignment',
  blind: 'assignment',
  rubric: 'assignment',
  grader: 'assignment',
  grader_sha: 'assignment',
  template_url: 'assignment',
  suite: 'assignment',
  paths: 'assignment',
  expected: 'assignment',
  tests_do: 'assignment',
  exercise: 'exercise',
  language: 'exercise',
  files: 'exercise',
  tests: 'exercise',
  hidden: 'exercise',
  solution: 'exercise',
  time_ms: 'exercise',
  hints: 'exercise',
  solution_after: 'exercise',
  practice: 'exercise',
  attachments: 'attachments',
}

/** Returns the form field that contains a database column; null if there is none. */
export function lessonFieldOf(column: string | undefined): LessonField | null {
  return (column !== undefined && COLUMN_FIELDS[column]) || null
}

/** The labels of the tabs. */
export const CONTENT_TYPE_NAMES: Record<ContentType, string> = {
  VIDEO: 'Video',
  EXTERNAL_LINK: 'Link',
  TEXT: 'Text',
  FILE: 'File',
  ASSIGNMENT: 'Assignment',
  EXERCISE: 'Exercise',
}

function tooLong(name: string, text: string, limit: number): string | null {
  return isLonger(text, limit) ? `${name} must be less than ${limit} characters` : null
}
