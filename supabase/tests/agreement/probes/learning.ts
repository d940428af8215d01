import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, ownOrForeign, probe } from './probe'
import { personInCohort } from './rows'

/**
 * Creates the owner of a row and its lesson, which both people may open. Assigned: another person's row, in
 * the person's own course, and in a cohort that they look after.
 */
async function learningOf(scene: Scene) {
  const { db, me, relation } = scene
  const other = relation === 'assigned' ? await personInCohort(scene) : scene.other
  const { lesson } =
    relation === 'assigned'
      ? await courseTree(db, { by: me, entitled: [other] })
      : await courseTree(db, { by: await db.person(), entitled: [me, other] })
  const { id: learner } = relation === 'own' ? me : other
  return { lesson, learner, about: { record: { user_id: learner } } }
}

function look({ db }: Scene, table: 'lesson_completions' | 'lesson_progress', lesson: string) {
  return () =>
    db.owner(
      `select to_jsonb(t) - 'updated_at' as row from public.${table} t where lesson_id = $1`,
      [lesson],
    )
}

async function completionOf(scene: Scene) {
  const made = await learningOf(scene)
  await scene.db.owner(
    'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)',
    [made.learner, made.lesson],
  )
  return made
}

async function progressOf(scene: Scene) {
  const made = await learningOf(scene)
  await scene.db.owner(
    'insert into public.lesson_progress (user_id, lesson_id, position_sec) values ($1, $2, 1)',
    [made.learner, made.lesson],
  )
  return made
}

export const lessonCompletions: ProbesOf<'lesson_completions'> = {
  read: probe(everyRelation, completionOf, (client, { lesson }) =>
    readsRow(client.from('lesson_completions').select('*').eq('lesson_id', lesson)),
  ),
  create: probe(ownOrForeign, learningOf, (client, { lesson, learner }, scene) =>
    changes(look(scene, 'lesson_completions', lesson), () =>
      client
        .from('lesson_completions')
        .upsert(
          { user_id: learner, lesson_id: lesson },
          { onConflict: 'user_id,lesson_id', ignoreDuplicates: true },
        ),
    ),
  ),
  delete: probe(ownOrForeign, completionOf, (client, { lesson, learner }, scene) =>
    changes(look(scene, 'lesson_completions', lesson), () =>
      client
        .from('lesson_completions')
        .delete()
        .eq('user_id', learner)
        .eq('lesson_id', lesson)
        .select('lesson_id'),
    ),
  ),
}

export const lessonProgress: ProbesOf<'lesson_progress'> = {
  read: probe(ownOrForeign, progressOf, (client, { lesson }) =>
    readsRow(client.from('lesson_progress').select('*').eq('lesson_id', lesson)),
  ),
  create: probe(ownOrForeign, learningOf, (client, { lesson, learner }, scene) =>
    changes(look(scene, 'lesson_progress', lesson), () =>
      client
        .from('lesson_progress')
        .insert({ user_id: learner, lesson_id: lesson, position_sec: 2 }),
    ),
  ),
  update: probe(ownOrForeign, progressOf, (client, { lesson, learner }, scene) =>
    changes(look(scene, 'lesson_progress', lesson), () =>
      client
        .from('lesson_progress')
        .update({ position_sec: 3 })
        .eq('user_id', learner)
        .eq('lesson_id', lesson)
        .select('lesson_id'),
    ),
  ),
}
