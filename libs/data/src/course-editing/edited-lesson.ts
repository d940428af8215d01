import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { readExerciseToEdit } from '../exercises/edit-exercise'
import { shape, string } from '../json'
import type { AttachmentValues } from './lesson-attachments'
import type { LessonColumns } from './lesson-form'

const COLUMNS =
  'id, title, description, duration_sec, free_preview, content_type, video_provider, video_asset_id, video_start_sec, external_url, content, file_key, file_name, file_size, updated_at, lesson_attachments(id, title, url), lesson_files(path, name, size, type, width, height, alt), assignments(accepts, due_day, due_time, late, cutoff_days, blind, grader, grader_sha, template_url, suite, paths, expected, tests_do, push_hands_in, rubric_criteria(id, position, title, levels, essential)), exercises(version)'

/** A lesson as the lesson dialog edits it. */
export type EditedLesson = NonNullable<Awaited<ReturnType<typeof readEditedLesson>>>

/**
 * Reads a whole lesson with its attachments in order, its files, and its exercise. Returns null if it was deleted.
 * Throws DataError.
 */
export async function readEditedLesson(
  client: Pick<DataClient, 'from' | 'rpc'>,
  lessonId: string,
  signal: AbortSignal,
) {
  const lesson = unwrap(
    await client
      .from('lessons')
      .select(COLUMNS)
      .eq('id', lessonId)
      .order('sort_order', { referencedTable: 'lesson_attachments' })
      .abortSignal(signal)
      .maybeSingle(),
  )
  if (lesson === null) return null
  const { exercises, ...rest } = lesson
  const exerciseToEdit = exercises ? await readExerciseToEdit(client, lessonId, signal) : null
  return { ...rest, exerciseToEdit }
}

/**
 * Where a lesson is saved: at the end of a module, once for an operation id (rules/data#idempotent), or in place of the
 * version that was read.
 */
export type LessonTarget =
  | { moduleId: string; operationId: string }
  | { lessonId: string; unchangedSince: string }

/** The hints of the database's errors if another person has saved first. */
export const STALE_HINTS: readonly unknown[] = ['STALE_LESSON', 'STALE_EXERCISE']

export const parseSavedLesson = shape({ id: string })

interface LessonToSave {
  target: LessonTarget
  columns: LessonColumns
  attachments: readonly AttachmentValues[]
}

/**
 * Saves a lesson and its attachments, in their order, in one transaction. Returns the id of the lesson. Stored
 * attachments that are not in the list are deleted; ids that begin with `temp-` are new (rules/courses#attachments).
 * Throws DataError: `PT422` with the field's sentence and the column as hint, `PT409` with one of `STALE_HINTS` or
 * `MADE_ALREADY` as hint, `42501` if the caller may not, or if the lesson or its module was deleted.
 */
export async function saveLesson(
  client: Pick<DataClient, 'rpc'>,
  { target, columns, attachments }: LessonToSave,
): Promise<string> {
  const links = attachments.map(({ id, title, url }) => ({ id, title, url }))
  const saved = unwrap(
    await ('moduleId' in target
      ? client.rpc('save_lesson', {
          lesson: { ...columns, module_id: target.moduleId },
          attachments: links,
          operation_id: target.operationId,
        })
      : client.rpc('save_lesson', {
          lesson: { ...columns, id: target.lessonId },
          attachments: links,
          unchanged_since: target.unchangedSince,
        })),
  )
  return parseSavedLesson(saved).id
}
