import type { DataClient } from '../client'
import { unwrap } from '../errors'
import type { AttachmentValues } from './lesson-attachments'
import type { LessonColumns } from './lesson-form'

/** Where a lesson is written: as the last of a module, or over the version that was read. */
export type LessonTarget = { moduleId: string } | { lessonId: string; unchangedSince: string }

/** The database's hint if another person saved first. */
export const STALE_LESSON = 'STALE_LESSON'

/**
 * Writes a lesson and its attachments in this order in one transaction. Missing attachments are deleted; ids that begin
 * with `temp-` are new (rules/courses#attachments). Throws DataError: `PT422` with the field's sentence and the column
 * as hint, `PT409` with hint `STALE_LESSON`, `42501` if the caller may not, and if the lesson or its module was
 * deleted.
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
