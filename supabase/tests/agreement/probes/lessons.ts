import { changes, readsRow } from '../attempts'
import type { ProbesOf } from '../terms'
import { anyText, countLook, courseOf, rowLook } from './rows'

const everyOwnership = ['own', 'assigned', 'foreign'] as const

export const lessons: ProbesOf<'lessons'> = {
  read: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene)
      return {
        about: { record: { id: tree.lesson }, course: tree.record },
        attempt: (client) => readsRow(client.from('lessons').select('*').eq('id', tree.lesson)),
      }
    },
  },
  create: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene)
      return {
        about: { record: {}, course: tree.record },
        attempt: (client) =>
          changes(countLook(scene, 'lessons', 'module_id', tree.module), () =>
            client.from('lessons').insert({ module_id: tree.module, title: 'New', index: 1 }),
          ),
      }
    },
  },
  update: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene)
      return {
        about: { record: { id: tree.lesson }, course: tree.record },
        attempt: (client) =>
          changes(rowLook(scene, 'lessons', tree.lesson), () =>
            client
              .from('lessons')
              .update({ content: anyText() })
              .eq('id', tree.lesson)
              .select('id'),
          ),
      }
    },
  },
  delete: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene)
      return {
        about: { record: { id: tree.lesson }, course: tree.record },
        attempt: (client) =>
          changes(rowLook(scene, 'lessons', tree.lesson), () =>
            client.rpc('delete_lesson', { lesson_id: tree.lesson }),
          ),
      }
    },
  },
  restore: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene, 'lesson')
      return {
        about: { record: { id: tree.lesson }, course: tree.record },
        attempt: (client) =>
          changes(rowLook(scene, 'lessons', tree.lesson), () =>
            client.rpc('restore_lesson', { lesson_id: tree.lesson }),
          ),
      }
    },
  },
}
