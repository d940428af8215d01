import { changes, readsRow } from '../attempts'
import type { ProbesOf } from '../terms'
import { anyText, countLook, courseOf, rowLook } from './rows'

const everyOwnership = ['own', 'assigned', 'foreign'] as const

export const modules: ProbesOf<'modules'> = {
  read: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene)
      return {
        about: { record: { id: tree.module }, course: tree.record },
        attempt: (client) => readsRow(client.from('modules').select('*').eq('id', tree.module)),
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
          changes(countLook(scene, 'modules', 'course_id', tree.course), () =>
            client.from('modules').insert({ course_id: tree.course, title: 'New', index: 1 }),
          ),
      }
    },
  },
  update: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene)
      return {
        about: { record: { id: tree.module }, course: tree.record },
        attempt: (client) =>
          changes(rowLook(scene, 'modules', tree.module), () =>
            client.from('modules').update({ title: anyText() }).eq('id', tree.module).select('id'),
          ),
      }
    },
  },
  delete: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene)
      return {
        about: { record: { id: tree.module }, course: tree.record },
        attempt: (client) =>
          changes(rowLook(scene, 'modules', tree.module), () =>
            client.rpc('delete_module', { module_id: tree.module }),
          ),
      }
    },
  },
  restore: {
    relations: everyOwnership,
    async prepare(scene) {
      const tree = await courseOf(scene, 'module')
      return {
        about: { record: { id: tree.module }, course: tree.record },
        attempt: (client) =>
          changes(rowLook(scene, 'modules', tree.module), () =>
            client.rpc('restore_module', { module_id: tree.module }),
          ),
      }
    },
  },
}
