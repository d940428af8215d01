import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, probe } from './probe'
import { anyText, countLook, courseOf, rowLook } from './rows'

async function moduleOf(scene: Scene, deleted?: 'module') {
  const { module, record } = await courseOf(scene, deleted)
  return { module, about: { record: { id: module }, course: record } }
}

async function courseForOneMore(scene: Scene) {
  const { course, record } = await courseOf(scene)
  return { course, about: { record: {}, course: record } }
}

export const modules: ProbesOf<'modules'> = {
  read: probe(everyRelation, moduleOf, (client, { module }) =>
    readsRow(client.from('modules').select('*').eq('id', module)),
  ),
  create: probe(everyRelation, courseForOneMore, (client, { course }, scene) =>
    changes(countLook(scene, 'modules', 'course_id', course), () =>
      client.from('modules').insert({ course_id: course, title: 'New', index: 1 }),
    ),
  ),
  update: probe(everyRelation, moduleOf, (client, { module }, scene) =>
    changes(rowLook(scene, 'modules', module), () =>
      client.from('modules').update({ title: anyText() }).eq('id', module).select('id'),
    ),
  ),
  delete: probe(everyRelation, moduleOf, (client, { module }, scene) =>
    changes(rowLook(scene, 'modules', module), () =>
      client.rpc('delete_module', { module_id: module }),
    ),
  ),
  restore: probe(
    everyRelation,
    (scene) => moduleOf(scene, 'module'),
    (client, { module }, scene) =>
      changes(rowLook(scene, 'modules', module), () =>
        client.rpc('restore_module', { module_id: module }),
      ),
  ),
}
