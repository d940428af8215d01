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

/** Creates a lesson that was changed once, and returns its earlier version. */
async function changedLesson(scene: Scene) {
  const { lesson, about } = await lessonOf(scene)
  const write = (sql: string) => scene.db.owner(sql, [lesson])
  await write(`update public.lessons set content = 'changed' where id = $1`)
  const [before] = await write(
    `select v.id, l.updated_at::text as since from public.lesson_versions v
     join public.lessons l on l.id = v.lesson_id where l.id = $1 order by v.no limit 1`,
  )
  return { lesson, version: String(before?.id), since: String(before?.since), about }
}

export const lessonVersions: ProbesOf<'lesson_versions'> = {
  read: probe(everyRelation, changedLesson, async (client, { lesson, version }) => {
    const answers = [
      await readsRow(client.from('lesson_versions').select('*').eq('id', version)),
      await readsRow(client.rpc('lesson_version_list', { lesson_id: lesson })),
      await readsRow(client.rpc('lesson_version', { version_id: version })),
    ]
    const [row = false] = answers
    if (answers.some((answer) => answer !== row)) throw new Error(`row, list, one: ${answers}`)
    return row
  }),
  restore: probe(everyRelation, changedLesson, (client, { lesson, version, since }, scene) =>
    changes(rowLook(scene, 'lessons', lesson), () =>
      client.rpc('restore_lesson_version', { version_id: version, unchanged_since: since }),
    ),
  ),
}
