import { cohorts as scenes } from '../../scenes/cohorts'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, noRecord, probe } from './probe'
import { anySlug, anyText, countLook, lookAfter, personInCohort, rowLook } from './rows'

/** Creates a cohort. Own: the person belongs to it. Assigned: they look after it, if their role can. */
async function cohortOf({ db, me, relation }: Scene) {
  const { cohort, join } = scenes(db)
  const id = await cohort()
  if (relation === 'own') await join(id, me)
  if (relation === 'assigned') {
    await lookAfter(db, id, me)
  }
  return { id, about: { record: { id } } }
}

/**
 * The record of a cohort does not tell a screen whether the person belongs to it, so `own` has no question to the
 * screen.
 */
async function shownCohortOf(scene: Scene) {
  const { id, about } = await cohortOf(scene)
  return scene.relation === 'own' ? { id } : { id, about }
}

/** Adds a member to a cohort, or returns the person's own membership for `own`. */
async function memberOf(scene: Scene) {
  const { id } = await cohortOf(scene)
  const member = scene.relation === 'own' ? scene.me : await scene.db.person()
  if (member !== scene.me) await scenes(scene.db).join(id, member)
  const look = () =>
    scene.db.owner('select * from public.cohort_members where cohort_id = $1 and user_id = $2', [
      id,
      member.id,
    ])
  return { id, userId: member.id, look, about: { record: { user_id: member.id } } }
}

/** A person who may join a cohort: oneself, or one who belongs to another cohort of the same staff. */
async function joinerOf(scene: Scene) {
  const { id } = await cohortOf({
    ...scene,
    relation: scene.relation === 'own' ? 'foreign' : scene.relation,
  })
  const joiner = {
    own: async () => scene.me,
    assigned: () => personInCohort(scene),
    foreign: () => scene.db.person(),
    none: () => scene.db.person(),
  }
  const { id: userId } = await joiner[scene.relation]()
  return { id, userId, about: { record: { user_id: userId } } }
}

async function staffOf(scene: Scene) {
  const made = await cohortOf(scene)
  const coach = await scene.db.person({ role: 'MODERATOR' })
  await scene.db.owner('insert into public.cohort_staff (cohort_id, user_id) values ($1, $2)', [
    made.id,
    coach.id,
  ])
  const look = () =>
    scene.db.owner('select * from public.cohort_staff where cohort_id = $1 and user_id = $2', [
      made.id,
      coach.id,
    ])
  return { ...made, userId: coach.id, look }
}

async function messageOf(scene: Scene) {
  const made = await cohortOf(scene)
  await scenes(scene.db).join(made.id, await scene.db.person())
  await scene.db.owner(
    `insert into public.cohort_messages (cohort_id, title, message, people, mails) values ($1, 'Hello', 'All', 1, 0)`,
    [made.id],
  )
  return made
}

async function lessonOf(scene: Scene, written = true) {
  const made = await cohortOf(scene)
  const { course, lesson } = await courseTree(scene.db, { by: await scene.db.person() })
  await scene.db.owner('insert into public.cohort_courses (cohort_id, course_id) values ($1, $2)', [
    made.id,
    course,
  ])
  if (written) await scenes(scene.db).release(made.id, lesson, 1)
  return { ...made, lesson }
}

export const cohorts: ProbesOf<'cohorts'> = {
  read: probe(everyRelation, shownCohortOf, (client, { id }) =>
    readsRow(client.from('cohorts').select('id').eq('id', id)),
  ),
  create: probe(
    noRecord,
    async () => ({ slug: anySlug() }),
    (client, { slug }, scene) =>
      changes(countLook(scene, 'cohorts', 'slug', slug), () =>
        client.from('cohorts').insert({
          slug,
          title: 'New',
          time_zone: 'UTC',
          starts_on: '2030-01-01',
          ends_on: '2030-02-01',
        }),
      ),
  ),
  update: probe(everyRelation, cohortOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'cohorts', id), () =>
      client.from('cohorts').update({ title: anyText() }).eq('id', id).select('id'),
    ),
  ),
  // A cohort with people cannot be deleted, so the cohort of this probe has none.
  delete: probe(['assigned', 'foreign'], cohortOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'cohorts', id), () =>
      client.from('cohorts').delete().eq('id', id).select('id'),
    ),
  ),
}

export const cohortMembers: ProbesOf<'cohort_members'> = {
  read: probe(everyRelation, memberOf, (client, { id, userId }) =>
    readsRow(
      client.from('cohort_members').select('state').eq('cohort_id', id).eq('user_id', userId),
    ),
  ),
  create: probe(everyRelation, joinerOf, (client, { id, userId }, scene) =>
    changes(countLook(scene, 'cohort_members', 'cohort_id', id), () =>
      client.from('cohort_members').insert({ cohort_id: id, user_id: userId }),
    ),
  ),
  update: probe(everyRelation, memberOf, (client, { id, userId, look }) =>
    changes(look, () =>
      client
        .from('cohort_members')
        .update({ shift_days: 7 })
        .eq('cohort_id', id)
        .eq('user_id', userId)
        .select('user_id'),
    ),
  ),
  delete: probe(everyRelation, memberOf, (client, { id, userId, look }) =>
    changes(look, () =>
      client
        .from('cohort_members')
        .delete()
        .eq('cohort_id', id)
        .eq('user_id', userId)
        .select('user_id'),
    ),
  ),
}

export const cohortStaff: ProbesOf<'cohort_staff'> = {
  read: probe(everyRelation, staffOf, (client, { id, userId }) =>
    readsRow(client.from('cohort_staff').select('duty').eq('cohort_id', id).eq('user_id', userId)),
  ),
  create: probe(
    everyRelation,
    async (scene) => ({
      ...(await cohortOf(scene)),
      userId: (await scene.db.person({ role: 'MODERATOR' })).id,
    }),
    (client, { id, userId }, scene) =>
      changes(countLook(scene, 'cohort_staff', 'cohort_id', id), () =>
        client.from('cohort_staff').insert({ cohort_id: id, user_id: userId }),
      ),
  ),
  update: probe(everyRelation, staffOf, (client, { id, userId, look }) =>
    changes(look, () =>
      client
        .from('cohort_staff')
        .update({ duty: 'LEAD' })
        .eq('cohort_id', id)
        .eq('user_id', userId)
        .select('user_id'),
    ),
  ),
  delete: probe(everyRelation, staffOf, (client, { id, userId, look }) =>
    changes(look, () =>
      client
        .from('cohort_staff')
        .delete()
        .eq('cohort_id', id)
        .eq('user_id', userId)
        .select('user_id'),
    ),
  ),
}

export const cohortMessages: ProbesOf<'cohort_messages'> = {
  read: probe(everyRelation, messageOf, (client, { id }) =>
    readsRow(client.from('cohort_messages').select('title').eq('cohort_id', id)),
  ),
  create: probe(everyRelation, messageOf, (client, { id }, scene) =>
    changes(countLook(scene, 'cohort_messages', 'cohort_id', id), () =>
      client.rpc('send_cohort_message', { cohort_id: id, title: 'Hello', message: anyText() }),
    ),
  ),
}

export const releases: ProbesOf<'releases'> = {
  read: probe(everyRelation, lessonOf, (client, { lesson }) =>
    readsRow(client.from('releases').select('day').eq('lesson_id', lesson)),
  ),
  create: probe(
    everyRelation,
    (scene) => lessonOf(scene, false),
    (client, { id, lesson }, scene) =>
      changes(countLook(scene, 'releases', 'lesson_id', lesson), () =>
        client.from('releases').insert({ cohort_id: id, lesson_id: lesson, day: 2 }),
      ),
  ),
  update: probe(everyRelation, lessonOf, (client, { lesson }, scene) =>
    changes(rowLook(scene, 'releases', lesson, 'lesson_id'), () =>
      client.from('releases').update({ day: 3 }).eq('lesson_id', lesson).select('id'),
    ),
  ),
  delete: probe(everyRelation, lessonOf, (client, { lesson }, scene) =>
    changes(countLook(scene, 'releases', 'lesson_id', lesson), () =>
      client.from('releases').delete().eq('lesson_id', lesson).select('id'),
    ),
  ),
}
