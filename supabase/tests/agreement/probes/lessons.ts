import { changes, readsRow } from '../attempts'
import type { ProbesOf } from '../terms'
import { anyText, countLook, courseOf, rowLook, secondModule } from './rows'

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
      const empty = await secondModule(scene, tree.course)
      const order = (first: string[], second: string[]) => [
        { id: tree.module, lessons: first },
        { id: empty, lessons: second },
      ]
      return {
        about: { record: { id: tree.lesson }, course: tree.record },
        async attempt(client) {
          const look = rowLook(scene, 'lessons', tree.lesson)
          const edited = await changes(look, () =>
            client
              .from('lessons')
              .update({ content: anyText() })
              .eq('id', tree.lesson)
              .select('id'),
          )
          const moved = await changes(look, () =>
            client.rpc('reorder_course', {
              course_id: tree.course,
              wanted: order([], [tree.lesson]),
              expected: order([tree.lesson], []),
            }),
          )
          if (edited !== moved) throw new Error(`edited: ${edited}, moved: ${moved}`)
          return edited
        },
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
