import { changes, readsRow } from '../attempts'
import type { ProbesOf } from '../terms'
import { anyText, countLook, courseOf, rowLook } from './rows'

const everyOwnership = ['own', 'assigned', 'foreign'] as const

export const lessonAttachments: ProbesOf<'lesson_attachments'> = {
  read: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene)
      return {
        about: { record: { id: tree.attachment }, course: tree.record },
        attempt: (client) =>
          readsRow(client.from('lesson_attachments').select('*').eq('id', tree.attachment)),
      }
    },
  },
  create: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene)
      const row = { lesson_id: tree.lesson, title: 'New', url: '/app/new', sort_order: 1 }
      return {
        about: { record: {}, course: tree.record },
        attempt: (client) =>
          changes(countLook(scene, 'lesson_attachments', 'lesson_id', tree.lesson), () =>
            client.from('lesson_attachments').insert(row),
          ),
      }
    },
  },
  update: {
    relations: everyOwnership,
    async prepare(scene) {
      const { attachment, record } = await courseOf(scene)
      return {
        about: { record: { id: attachment }, course: record },
        attempt: (client) =>
          changes(rowLook(scene, 'lesson_attachments', attachment), () =>
            client
              .from('lesson_attachments')
              .update({ title: anyText() })
              .eq('id', attachment)
              .select('id'),
          ),
      }
    },
  },
  delete: {
    relations: everyOwnership,
    async prepare(scene) {
      const { attachment, record } = await courseOf(scene)
      return {
        about: { record: { id: attachment }, course: record },
        attempt: (client) =>
          changes(rowLook(scene, 'lesson_attachments', attachment), () =>
            client.from('lesson_attachments').delete().eq('id', attachment).select('id'),
          ),
      }
    },
  },
}
