import { type AssignmentPart, parseAssignmentPart } from '../assignments/assignment-part'
import { type Json, LESSON_CONTENT_TYPE } from '../database.gen'
import { type ExercisePart, parseExercisePart } from '../exercises/exercise-part'
import { boolean, list, number, numberOrNull, object, oneOf, string, stringOrNull } from '../json'
import type { ImportedAttachment, ImportedLesson } from './payload'

/** A lesson in an export. */
export interface ExportedLesson
  extends Omit<Required<ImportedLesson>, 'source_path' | 'assignment' | 'exercise'> {
  id: string
  attachments: ImportedAttachment[]
  assignment?: AssignmentPart
  exercise?: ExercisePart
}

const PROVIDERS = ['NONE', 'YOUTUBE', 'LOOM', 'VIMEO', 'CF', 'MUX'] as const

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseLesson(value: Json | undefined): ExportedLesson {
  const row = object(value)
  return {
    id: string(row.id),
    title: string(row.title),
    content_type: oneOf(LESSON_CONTENT_TYPE, row.content_type),
    video_provider: oneOf(PROVIDERS, row.video_provider),
    video_asset_id: stringOrNull(row.video_asset_id),
    video_start_sec: number(row.video_start_sec),
    external_url: stringOrNull(row.external_url),
    description: stringOrNull(row.description),
    content: stringOrNull(row.content),
    file_key: stringOrNull(row.file_key),
    file_name: stringOrNull(row.file_name),
    file_size: numberOrNull(row.file_size),
    duration_sec: number(row.duration_sec),
    free_preview: boolean(row.free_preview),
    attachments: list(row.attachments).map((attachment) => {
      const { title, url } = object(attachment)
      return { title: string(title), url: string(url) }
    }),
    ...(row.assignment && { assignment: parseAssignmentPart(row.assignment) }),
    ...(row.exercise && { exercise: parseExercisePart(row.exercise) }),
  }
}
