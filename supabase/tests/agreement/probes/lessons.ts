import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, probe } from './probe'
import { anyText, countLook, courseOf, rowLook, secondModule } from './rows'

async function lessonOf(scene: Scene, deleted?: 'lesson') {
  const { lesson, module, course, record } = await courseOf(scene, deleted)
  return { lesson, module, course, about: { record: { id: lesson }, course: record } }
}

async function moduleForOneMore(scene: Scene) {
  const { module, record } = await courseOf(scene)
  return { module, about: { record: {}, course: record } }
}

async function lessonToMove(scene: Scene) {
  const made = await lessonOf(scene)
  return { ...made, empty: await secondModule(scene, made.course) }
}

export const lessons: ProbesOf<'lessons'> = {
  read: probe(everyRelation, lessonOf, (client, { lesson }) =>
    readsRow(client.from('lessons').select('*').eq('id', lesson)),
  ),
  create: probe(everyRelation, moduleForOneMore, (client, { module }, scene) =>
    changes(countLook(scene, 'lessons', 'module_id', module), () =>
      client.from('lessons').insert({ module_id: module, title: 'New', index: 1 }),
    ),
  ),
  update: probe(everyRelation, lessonToMove, async (client, made, scene) => {
    const { lesson, module, empty, course } = made
    const look = rowLook(scene, 'lessons', lesson)
    const order = (first: string[], second: string[]) => [
      { id: module, lessons: first },
      { id: empty, lessons: second },
    ]
    const edited = await changes(look, () =>
      client.from('lessons').update({ content: anyText() }).eq('id', lesson).select('id'),
    )
    const moved = await changes(look, () =>
      client.rpc('reorder_course', {
        course_id: course,
        wanted: order([], [lesson]),
        expected: order([lesson], []),
      }),
    )
    if (edited !== moved) throw new Error(`edited: ${edited}, moved: ${moved}`)
    return edited
  }),
  delete: probe(everyRelation, lessonOf, (client, { lesson }, scene) =>
    changes(rowLook(scene, 'lessons', lesson), () =>
      client.rpc('delete_lesson', { lesson_id: lesson }),
    ),
  ),
  restore: probe(
    everyRelation,
    (scene) => lessonOf(scene, 'lesson'),
    (client, { lesson }, scene) =>
      changes(rowLook(scene, 'lessons', lesson), () =>
        client.rpc('restore_lesson', { lesson_id: lesson }),
      ),
  ),
}
