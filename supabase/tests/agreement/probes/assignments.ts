import { randomUUID } from 'node:crypto'
import type { Person } from '../../database'
import { cohorts as scenes } from '../../scenes/cohorts'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Relation, Scene } from '../terms'
import { everyRelation, ownOrForeign, probe } from './probe'
import { anyText, countLook, courseOf, lookAfter, rowLook } from './rows'

/** Turns a lesson into an assignment with a due date. */
const makeAssignment = async ({ db }: Scene, lesson: string) => {
  await db.owner(`update public.lessons set content_type = 'ASSIGNMENT' where id = $1`, [lesson])
  await db.owner('update public.assignments set due_day = 20 where lesson_id = $1', [lesson])
}

async function taskOf(scene: Scene) {
  const { lesson, record } = await courseOf(scene)
  await makeAssignment(scene, lesson)
  return { lesson, about: { record: { id: lesson }, course: record } }
}

/** Adds a cohort with an assignment and these people. */
async function cohortTask(scene: Scene, by: Person, people: Person[]) {
  const { db } = scene
  const { course, lesson, record } = await courseTree(db, { by })
  await makeAssignment(scene, lesson)
  const cohort = await scenes(db).cohort({ courses: [{ id: course }] })
  for (const person of people) await scenes(db).join(cohort, person)
  return { lesson, cohort, record }
}

/** Adds work of a learner. Own: for the person's own course. Assigned: of a cohort that they look after. */
async function workOf(scene: Scene) {
  const { db, me, other, relation } = scene
  const learner = await db.person()
  const { lesson, cohort, record } = await cohortTask(scene, relation === 'own' ? me : other, [
    learner,
  ])
  if (relation === 'assigned') await lookAfter(db, cohort, me)
  const [work] = await db.owner(
    'insert into public.submissions (lesson_id, user_id, cohort_id) values ($1, $2, $3) returning id',
    [lesson, learner.id, cohort],
  )
  const [round] = await db.owner(
    `insert into public.submission_rounds (submission_id, round, text) values ($1, 1, 'Tea') returning id`,
    [work?.id],
  )
  const id = String(work?.id)
  return {
    ...{ id, lesson, learner: learner.id, round: String(round?.id) },
    about: { record: { id }, course: record },
  }
}

async function reviewOf(scene: Scene) {
  const made = await workOf(scene)
  const [review] = await scene.db.owner(
    `insert into public.reviews (round_id, reviewer_id, verdict, published_at) values ($1, $2, 'AGAIN', now() - interval '1 hour') returning id`,
    [made.round, (await scene.db.person({ role: 'ADMIN' })).id],
  )
  await scene.db.owner(
    `update public.submissions set state = 'RETURNED', awaiting_since = null where id = $1`,
    [made.id],
  )
  return { ...made, review: String(review?.id) }
}

/** Adds an assignment that is open to both people. The relation says whose work on it is probed. */
async function openTask(scene: Scene) {
  const { me, other, relation } = scene
  const { lesson } = await cohortTask(scene, await scene.db.person(), [me, other])
  const { id: owner } = relation === 'own' ? me : other
  return { lesson, owner, about: { record: { user_id: owner } } }
}

async function replyOf({ db, me, other, relation }: Scene) {
  const { id: owner } = relation === 'own' ? me : other
  const [row] = await db.owner(
    `insert into public.saved_replies (user_id, title, body) values ($1, 'Names', 'Name it.') returning id`,
    [owner],
  )
  return { id: String(row?.id), owner, about: { record: { user_id: owner } } }
}

export const assignments: ProbesOf<'assignments'> = {
  read: probe(everyRelation, taskOf, (client, { lesson }) =>
    readsRow(client.from('assignments').select('blind').eq('lesson_id', lesson)),
  ),
  update: probe(everyRelation, taskOf, (client, { lesson }, scene) =>
    changes(rowLook(scene, 'assignments', lesson, 'lesson_id'), () =>
      client.from('assignments').update({ due_day: 9 }).eq('lesson_id', lesson).select('lesson_id'),
    ),
  ),
}

export const submissions: ProbesOf<'submissions'> = {
  list: probe(everyRelation, workOf, (client, { id }) =>
    readsRow(client.rpc('review', { submission_id: id })),
  ),
  review: probe(everyRelation, workOf, (client, { id }, scene) =>
    changes(countLook(scene, 'review_claims', 'submission_id', id), () =>
      client.rpc('claim_submission', { submission_id: id }),
    ),
  ),
  withdraw: probe(everyRelation, reviewOf, (client, { review }, scene) =>
    changes(rowLook(scene, 'reviews', review), () =>
      client.rpc('withdraw_review', { review_id: review, reason: 'The wrong one' }),
    ),
  ),
  create: probe(ownOrForeign, openTask, (client, { lesson, owner }, scene) =>
    changes(countLook(scene, 'submissions', 'lesson_id', lesson), () =>
      client.rpc('submit_round', {
        ...{ lesson_id: lesson, operation_id: randomUUID(), text: anyText(), as_user: owner },
      }),
    ),
  ),
  read: probe(
    ownOrForeign,
    async (scene) => {
      const made = await openTask(scene)
      await scene.db.owner('insert into public.submissions (lesson_id, user_id) values ($1, $2)', [
        made.lesson,
        made.owner,
      ])
      return made
    },
    (client, { lesson }) =>
      readsRow(client.from('submissions').select('state').eq('lesson_id', lesson)),
  ),
}

const justOwn: readonly [Relation] = ['own']

export const extensions: ProbesOf<'extensions'> = {
  give: probe(everyRelation, workOf, (client, { lesson, learner }, scene) =>
    changes(countLook(scene, 'extensions', 'lesson_id', lesson), () =>
      client.rpc('give_extension', { lesson_id: lesson, user_id: learner, days: 2 }),
    ),
  ),
  // A request is always for the caller's own work.
  ask: probe(justOwn, openTask, (client, { lesson }, { db }) =>
    changes(
      () => db.owner('select * from private.extension_requests where lesson_id = $1', [lesson]),
      () => client.rpc('ask_extension', { lesson_id: lesson }),
    ),
  ),
  read: probe(
    ownOrForeign,
    async (scene) => {
      const made = await openTask(scene)
      await scene.db.owner(
        'insert into public.extensions (lesson_id, user_id, due_at) values ($1, $2, now())',
        [made.lesson, made.owner],
      )
      return made
    },
    (client, { lesson }) =>
      readsRow(client.from('extensions').select('reason').eq('lesson_id', lesson)),
  ),
}

export const savedReplies: ProbesOf<'saved_replies'> = {
  read: probe(ownOrForeign, replyOf, (client, { id }) =>
    readsRow(client.from('saved_replies').select('title').eq('id', id)),
  ),
  create: probe(ownOrForeign, replyOf, (client, { owner }, scene) =>
    changes(countLook(scene, 'saved_replies', 'user_id', owner), () =>
      client.from('saved_replies').insert({ user_id: owner, title: 'x', body: anyText() }),
    ),
  ),
  update: probe(ownOrForeign, replyOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'saved_replies', id), () =>
      client.from('saved_replies').update({ body: anyText() }).eq('id', id).select('id'),
    ),
  ),
  delete: probe(ownOrForeign, replyOf, (client, { id }, scene) =>
    changes(countLook(scene, 'saved_replies', 'id', id), () =>
      client.from('saved_replies').delete().eq('id', id).select('id'),
    ),
  ),
}
