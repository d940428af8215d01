import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, probe } from './probe'
import { anyText, countLook, courseOf, rowLook } from './rows'

async function attachmentOf(scene: Scene) {
  const { attachment, record } = await courseOf(scene)
  return { attachment, about: { record: { id: attachment }, course: record } }
}

async function lessonForOneMore(scene: Scene) {
  const { lesson, record } = await courseOf(scene)
  return { lesson, about: { record: {}, course: record } }
}

export const lessonAttachments: ProbesOf<'lesson_attachments'> = {
  read: probe(everyRelation, attachmentOf, (client, { attachment }) =>
    readsRow(client.from('lesson_attachments').select('*').eq('id', attachment)),
  ),
  create: probe(everyRelation, lessonForOneMore, (client, { lesson }, scene) =>
    changes(countLook(scene, 'lesson_attachments', 'lesson_id', lesson), () =>
      client
        .from('lesson_attachments')
        .insert({ lesson_id: lesson, title: 'New', url: '/app/new', sort_order: 1 }),
    ),
  ),
  update: probe(everyRelation, attachmentOf, (client, { attachment }, scene) =>
    changes(rowLook(scene, 'lesson_attachments', attachment), () =>
      client
        .from('lesson_attachments')
        .update({ title: anyText() })
        .eq('id', attachment)
        .select('id'),
    ),
  ),
  delete: probe(everyRelation, attachmentOf, (client, { attachment }, scene) =>
    changes(rowLook(scene, 'lesson_attachments', attachment), () =>
      client.from('lesson_attachments').delete().eq('id', attachment).select('id'),
    ),
  ),
}
