import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, noRecord, probe } from './probe'
import { anySlug, anyText, countLook, courseOf, rowLook } from './rows'

async function oneCourse(scene: Scene, deleted?: 'course') {
  const { course, record } = await courseOf(scene, deleted)
  return { course, about: { record } }
}

export const courses: ProbesOf<'courses'> = {
  list: probe(everyRelation, oneCourse, (client, { course }) =>
    readsRow(client.rpc('course_titles').eq('id', course)),
  ),
  read: probe(everyRelation, oneCourse, (client, { course }) =>
    readsRow(client.from('courses').select('*').eq('id', course)),
  ),
  create: probe(
    noRecord,
    async () => ({ slug: anySlug() }),
    (client, { slug }, scene) =>
      changes(countLook(scene, 'courses', 'slug', slug), () =>
        client.from('courses').insert({ title: 'New', slug, created_by_id: scene.me.id }),
      ),
  ),
  update: probe(everyRelation, oneCourse, (client, { course }, scene) =>
    changes(rowLook(scene, 'courses', course), () =>
      client.from('courses').update({ title: anyText() }).eq('id', course).select('id'),
    ),
  ),
  delete: probe(everyRelation, oneCourse, (client, { course }, scene) =>
    changes(rowLook(scene, 'courses', course), () =>
      client.rpc('delete_course', { course_id: course }),
    ),
  ),
  publish: probe(everyRelation, oneCourse, (client, { course }, scene) =>
    changes(rowLook(scene, 'courses', course), () =>
      client
        .from('courses')
        .update({ status: scene.relation === 'own' ? 'PUBLISHED' : 'DRAFT' })
        .eq('id', course)
        .select('id'),
    ),
  ),
  restore: probe(
    everyRelation,
    (scene) => oneCourse(scene, 'course'),
    (client, { course }, scene) =>
      changes(rowLook(scene, 'courses', course), () =>
        client.rpc('restore_course', { course_id: course }),
      ),
  ),
}

export const courseHistory: ProbesOf<'course_history'> = {
  read: probe(everyRelation, oneCourse, (client, { course }) =>
    readsRow(client.rpc('course_history', { course_id: course })),
  ),
}
