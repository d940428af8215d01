import { changes, readsRow } from '../attempts'
import type { ProbesOf } from '../terms'
import { anySlug, anyText, countLook, courseOf, rowLook } from './rows'

const everyOwnership = ['own', 'assigned', 'foreign'] as const

export const courses: ProbesOf<'courses'> = {
  list: {
    relations: everyOwnership,
    async prepare(scene) {
      const { course, record } = await courseOf(scene)
      return {
        about: { record },
        attempt: (client) => readsRow(client.rpc('course_titles').eq('id', course)),
      }
    },
  },
  read: {
    relations: everyOwnership,
    async prepare(scene) {
      const { course, record } = await courseOf(scene)
      return {
        about: { record },
        attempt: (client) => readsRow(client.from('courses').select('*').eq('id', course)),
      }
    },
  },
  create: {
    relations: ['none'],
    async prepare(scene) {
      const slug = anySlug()
      return {
        attempt: (client) =>
          changes(countLook(scene, 'courses', 'slug', slug), () =>
            client.from('courses').insert({ title: 'New', slug, created_by_id: scene.me.id }),
          ),
      }
    },
  },
  update: {
    relations: everyOwnership,
    async prepare(scene) {
      const { course, record } = await courseOf(scene)
      return {
        about: { record },
        attempt: (client) =>
          changes(rowLook(scene, 'courses', course), () =>
            client.from('courses').update({ title: anyText() }).eq('id', course).select('id'),
          ),
      }
    },
  },
  delete: {
    relations: everyOwnership,
    async prepare(scene) {
      const { course, record } = await courseOf(scene)
      return {
        about: { record },
        attempt: (client) =>
          changes(rowLook(scene, 'courses', course), () =>
            client.rpc('delete_course', { course_id: course }),
          ),
      }
    },
  },
  publish: {
    relations: everyOwnership,
    async prepare(scene) {
      const { course, record } = await courseOf(scene)
      const status = scene.relation === 'own' ? 'PUBLISHED' : 'DRAFT'
      return {
        about: { record },
        attempt: (client) =>
          changes(rowLook(scene, 'courses', course), () =>
            client.from('courses').update({ status }).eq('id', course).select('id'),
          ),
      }
    },
  },
  restore: {
    relations: everyOwnership,
    async prepare(scene) {
      const { course, record } = await courseOf(scene, 'course')
      return {
        about: { record },
        attempt: (client) =>
          changes(rowLook(scene, 'courses', course), () =>
            client.rpc('restore_course', { course_id: course }),
          ),
      }
    },
  },
}
