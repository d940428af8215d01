import { parseAssignmentPart } from '../assignments/assignment-part'
import { LESSON_CONTENT_TYPE, VIDEO_PROVIDER } from '../database.gen'
import { parseExercisePart } from '../exercises/exercise-part'
import {
  type Answer,
  among,
  boolean,
  listOf,
  number,
  optional,
  orNull,
  type Schema,
  shape,
  string,
} from '../json'
import type { ImportedLesson } from './payload'

export const parseLesson = shape({
  id: string,
  title: string,
  content_type: among(LESSON_CONTENT_TYPE),
  video_provider: among(VIDEO_PROVIDER),
  video_asset_id: orNull(string),
  video_start_sec: number,
  external_url: orNull(string),
  description: orNull(string),
  content: orNull(string),
  file_key: orNull(string),
  file_name: orNull(string),
  file_size: orNull(number),
  duration_sec: number,
  free_preview: boolean,
  attachments: listOf(shape({ title: string, url: string })),
  assignment: optional(parseAssignmentPart),
  exercise: optional(parseExercisePart),
  // The type requires every field that an import reads, so that an import restores the whole lesson.
} satisfies Record<Exclude<keyof ImportedLesson, 'source_path'>, Schema<unknown>>)
/** A lesson as an export contains it. */
export type ExportedLesson = Answer<typeof parseLesson>
