import { randomUUID } from 'node:crypto'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, probe } from './probe'
import { anyText, courseOf, rowLook } from './rows'

async function fileOf(scene: Scene) {
  const { lesson, course, record } = await courseOf(scene)
  const path = `${randomUUID()}/a.png`
  const [file] = await scene.db.owner(
    `insert into public.lesson_files (lesson_id, path, name, size, type, created_by_id)
     values ($1, $2, 'a.png', 1, 'image/png', null) returning id`,
    [lesson, path],
  )
  const id = String(file?.id)
  return { id, path, course, about: { record: { id }, course: record } }
}

async function courseForOneMore(scene: Scene) {
  const { course, record } = await courseOf(scene)
  return { course, name: `${randomUUID()}.png`, about: { record: {}, course: record } }
}

export const lessonFiles: ProbesOf<'lesson_files'> = {
  read: probe(everyRelation, fileOf, (client, { id }) =>
    readsRow(client.from('lesson_files').select('*').eq('id', id)),
  ),
  create: probe(everyRelation, courseForOneMore, (client, { course, name }, { db }) =>
    changes(
      () => db.owner('select count(*)::int from private.uploads where name = $1', [name]),
      () =>
        client.rpc('begin_uploads', {
          bucket: 'lesson-files',
          files: [{ name, size: 1, type: 'image/png' }],
          course_id: course,
        }),
    ),
  ),
  update: probe(everyRelation, fileOf, async (client, { id, path, course }, scene) => {
    const look = rowLook(scene, 'lesson_files', id)
    const written = await changes(look, () =>
      client.from('lesson_files').update({ alt: anyText() }).eq('id', id).select('id'),
    )
    const described = await changes(look, () =>
      client.rpc('describe_file', { course_id: course, path, alt: anyText() }),
    )
    if (written !== described) throw new Error(`written: ${written}, described: ${described}`)
    return written
  }),
}
