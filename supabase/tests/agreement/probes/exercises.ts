import { randomUUID } from 'node:crypto'
import type { Person } from '../../database'
import { cohorts as scenes } from '../../scenes/cohorts'
import { code } from '../../scenes/exercises'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, ownOrForeign, probe } from './probe'
import { countLook, courseOf, lookAfter } from './rows'

/** Turns a lesson into an exercise with a proved version. */
const makeExercise = async ({ db }: Scene, lesson: string) => {
  await db.owner(`update public.lessons set content_type = 'EXERCISE' where id = $1`, [lesson])
  await db.owner(
    `update private.exercise_keys set files = $2, proof = 'PROVED' where lesson_id = $1`,
    [lesson, JSON.stringify(code('1'))],
  )
  await db.owner('update public.exercises set version = 1, files = $2 where lesson_id = $1', [
    lesson,
    JSON.stringify(code('1')),
  ])
}

async function exerciseOf(scene: Scene) {
  const { lesson, record } = await courseOf(scene)
  await makeExercise(scene, lesson)
  return { lesson, about: { record: { id: lesson }, course: record } }
}

/** Adds a cohort with an exercise and these people. */
async function cohortExercise(scene: Scene, by: Person, people: Person[]) {
  const { db } = scene
  const { course, lesson, record } = await courseTree(db, { by })
  await makeExercise(scene, lesson)
  const cohort = await scenes(db).cohort({ courses: [{ id: course }] })
  for (const person of people) await scenes(db).join(cohort, person)
  return { lesson, cohort, record }
}

const addRun = async ({ db }: Scene, lesson: string, owner: string) => {
  const [run] = await db.owner(
    'insert into public.exercise_runs (user_id, lesson_id, tests_version, files) values ($1, $2, 1, $3) returning id',
    [owner, lesson, JSON.stringify(code('2'))],
  )
  return String(run?.id)
}

/** Adds a run of a learner. Own: for the person's own course. Assigned: of a cohort that they look after. */
async function runOf(scene: Scene) {
  const { db, me, other, relation } = scene
  const learner = await db.person()
  const { lesson, cohort, record } = await cohortExercise(scene, relation === 'own' ? me : other, [
    learner,
  ])
  if (relation === 'assigned') await lookAfter(db, cohort, me)
  const id = await addRun(scene, lesson, learner.id)
  return { id, about: { record: { id }, course: record } }
}

/** Adds an exercise that is open to both people. The relation says whose run of it is probed. */
async function openExercise(scene: Scene) {
  const { me, other, relation } = scene
  const { lesson } = await cohortExercise(scene, await scene.db.person(), [me, other])
  const { id: owner } = relation === 'own' ? me : other
  return { lesson, owner, about: { record: { user_id: owner } } }
}

export const exercises: ProbesOf<'exercises'> = {
  read: probe(everyRelation, exerciseOf, (client, { lesson }) =>
    readsRow(client.from('exercises').select('version').eq('lesson_id', lesson)),
  ),
  update: probe(everyRelation, exerciseOf, (client, { lesson }, { db }) =>
    changes(
      () => db.owner('select version from private.exercise_keys where lesson_id = $1', [lesson]),
      () =>
        client.rpc('save_exercise', {
          ...{ lesson_id: lesson, expected_version: 1, exercise: { tests: randomUUID() } },
        }),
    ),
  ),
}

export const exerciseRuns: ProbesOf<'exercise_runs'> = {
  list: probe(everyRelation, runOf, (client, { id }) =>
    readsRow(client.rpc('exercise_run', { run_id: id })),
  ),
  create: probe(ownOrForeign, openExercise, (client, { lesson, owner }, scene) =>
    changes(countLook(scene, 'exercise_runs', 'lesson_id', lesson), () =>
      client.rpc('hand_in_run', {
        ...{ lesson_id: lesson, operation_id: randomUUID(), files: code('2'), as_user: owner },
      }),
    ),
  ),
  read: probe(
    ownOrForeign,
    async (scene) => {
      const made = await openExercise(scene)
      await addRun(scene, made.lesson, made.owner)
      return made
    },
    (client, { lesson }) =>
      readsRow(client.from('exercise_runs').select('verdict').eq('lesson_id', lesson)),
  ),
}
