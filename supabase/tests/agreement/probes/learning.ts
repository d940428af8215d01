import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'

/**
 * Whose row it is, and the lesson it is about, which both may open. Assigned: another person's, in a
 * course that the person made.
 */
async function learningOf({ db, me, other, relation }: Scene) {
  const { lesson } =
    relation === 'assigned'
      ? await courseTree(db, { by: me, entitled: [other] })
      : await courseTree(db, { by: await db.person(), entitled: [me, other] })
  return { lesson, learner: relation === 'own' ? me : other }
}

function look({ db }: Scene, table: 'lesson_completions' | 'lesson_progress', lesson: string) {
  return () =>
    db.owner(
      `select to_jsonb(t) - 'updated_at' as row from public.${table} t where lesson_id = $1`,
      [lesson],
    )
}

async function completionOf(scene: Scene) {
  const { lesson, learner } = await learningOf(scene)
  await scene.db.owner(
    'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)',
    [learner.id, lesson],
  )
  return { lesson, learner }
}

async function progressOf(scene: Scene) {
  const { lesson, learner } = await learningOf(scene)
  await scene.db.owner(
    'insert into public.lesson_progress (user_id, lesson_id, position_sec) values ($1, $2, 1)',
    [learner.id, lesson],
  )
  return { lesson, learner }
}

export const lessonCompletions: ProbesOf<'lesson_completions'> = {
  read: {
    relations: ['own', 'assigned', 'foreign'],
    async prepare(scene) {
      const { lesson, learner } = await completionOf(scene)
      return {
        about: { record: { user_id: learner.id } },
        attempt: (client) =>
          readsRow(client.from('lesson_completions').select('*').eq('lesson_id', lesson)),
      }
    },
  },
  create: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { lesson, learner } = await learningOf(scene)
      const row = { user_id: learner.id, lesson_id: lesson }
      return {
        about: { record: { user_id: learner.id } },
        attempt: (client) =>
          changes(look(scene, 'lesson_completions', lesson), () =>
            client
              .from('lesson_completions')
              .upsert(row, { onConflict: 'user_id,lesson_id', ignoreDuplicates: true }),
          ),
      }
    },
  },
  delete: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { lesson, learner } = await completionOf(scene)
      return {
        about: { record: { user_id: learner.id } },
        attempt: (client) =>
          changes(look(scene, 'lesson_completions', lesson), () =>
            client
              .from('lesson_completions')
              .delete()
              .eq('user_id', learner.id)
              .eq('lesson_id', lesson)
              .select('lesson_id'),
          ),
      }
    },
  },
}

export const lessonProgress: ProbesOf<'lesson_progress'> = {
  read: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { lesson, learner } = await progressOf(scene)
      return {
        about: { record: { user_id: learner.id } },
        attempt: (client) =>
          readsRow(client.from('lesson_progress').select('*').eq('lesson_id', lesson)),
      }
    },
  },
  create: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { lesson, learner } = await learningOf(scene)
      const row = { user_id: learner.id, lesson_id: lesson, position_sec: 2 }
      return {
        about: { record: { user_id: learner.id } },
        attempt: (client) =>
          changes(look(scene, 'lesson_progress', lesson), () =>
            client.from('lesson_progress').insert(row),
          ),
      }
    },
  },
  update: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { lesson, learner } = await progressOf(scene)
      return {
        about: { record: { user_id: learner.id } },
        attempt: (client) =>
          changes(look(scene, 'lesson_progress', lesson), () =>
            client
              .from('lesson_progress')
              .update({ position_sec: 3 })
              .eq('user_id', learner.id)
              .eq('lesson_id', lesson)
              .select('lesson_id'),
          ),
      }
    },
  },
}
