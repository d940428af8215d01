import type { DataClient } from '../client'
import { unwrap } from '../errors'
import type { AttachmentValues } from './lesson-attachments'
import type { LessonColumns } from './lesson-form'

/** Where a lesson is written: into a module as its last, or over the version that was read. */
export type LessonTarget = { moduleId: string } | { lessonId: string; unchangedSince: string }

/** How the database says that another person saved first. */
export const STALE_LESSON = 'STALE_LESSON'

/**
 * Writes a lesson and its attachments, in this order, in one transaction: those that are missing are
 * removed, ids that start with `temp-` are new (rules/courses#attachments). Throws DataError: `PT422` with the field's
 * sentence and the column as hint, `PT409` with hint `STALE_LESSON`, `42501` for who may not, and when
 * the lesson or its module is gone.
 */
export async function saveLesson(
  client: Pick<DataClient, 'rpc'>,
  target: LessonTarget,
  columns: LessonColumns,
  attachments: readonly AttachmentValues[],
): Promise<void> {
  const links = attachments.map(({ id, title, url }) => ({ id, title, url }))
  unwrap(
    await ('moduleId' in target
      ? client.rpc('save_lesson', {
          lesson: { ...columns, module_id: target.moduleId },
          attachments: links,
        })
      : client.rpc('save_lesson', {
          lesson: { ...columns, id: target.lessonId },
          attachments: links,
          unchanged_since: target.unchangedSince,
        })),
  )
}
