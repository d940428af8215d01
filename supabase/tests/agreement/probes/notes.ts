import { randomUUID } from 'node:crypto'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { ownOrForeign, probe } from './probe'

/** Creates the owner of a note and its lesson, which both people may open. */
async function scene({ db, me, other, relation }: Scene) {
  const { lesson } = await courseTree(db, { by: await db.person(), entitled: [me, other] })
  const { id: writer } = relation === 'own' ? me : other
  return { lesson, writer, note: randomUUID(), about: { record: { user_id: writer } } }
}

async function written(about: Scene) {
  const made = await scene(about)
  await about.db.owner(
    `insert into public.notes (user_id, id, lesson_id, body, revision) values ($1, $2, $3, 'a note', gen_random_uuid())`,
    [made.writer, made.note, made.lesson],
  )
  return made
}

function look({ db }: Scene, lesson: string) {
  return () => db.owner('select * from public.notes where lesson_id = $1', [lesson])
}

export const notes: ProbesOf<'notes'> = {
  read: probe(ownOrForeign, written, (client, { lesson }) =>
    readsRow(client.from('notes').select('*').eq('lesson_id', lesson)),
  ),
  create: probe(ownOrForeign, scene, (client, { lesson, writer, note }, about) =>
    changes(look(about, lesson), () =>
      client
        .from('notes')
        .insert({ user_id: writer, id: note, lesson_id: lesson, body: 'x', revision: note }),
    ),
  ),
  update: probe(ownOrForeign, written, (client, { lesson, writer, note }, about) =>
    changes(look(about, lesson), () =>
      client
        .from('notes')
        .update({ body: 'changed' })
        .eq('user_id', writer)
        .eq('id', note)
        .select('id'),
    ),
  ),
  delete: probe(ownOrForeign, written, (client, { lesson, writer, note }, about) =>
    changes(look(about, lesson), () =>
      client.from('notes').delete().eq('user_id', writer).eq('id', note).select('id'),
    ),
  ),
}
