import { randomInt } from 'node:crypto'
import type { WireClient } from '../../wire/clients'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, ownOrForeign, probe } from './probe'
import { anyText, personInCohort, rowLook } from './rows'

/** Creates a profile. Assigned: a learner of the person's own course, and of a cohort that they look after. */
async function personOf(scene: Scene) {
  const { db, me, relation } = scene
  if (relation === 'none') throw new Error('A profile is somebody’s')
  const person = await {
    own: async () => me,
    assigned: () => personInCohort(scene),
    foreign: () => db.person(),
  }[relation]()
  if (relation === 'assigned') await courseTree(db, { by: me, entitled: [person] })
  return { id: person.id, email: person.email, about: { record: { id: person.id } } }
}

/** A probe that writes the row of one person. */
const writing = (
  write: (client: WireClient, id: string) => ReturnType<Parameters<typeof changes>[1]>,
) =>
  probe(ownOrForeign, personOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'profiles', id), () => write(client, id)),
  )

export const profiles: ProbesOf<'profiles'> = {
  list: probe(everyRelation, personOf, (client, { email }) =>
    readsRow(
      client
        .rpc('member_by_address', { address: email })
        .then((answer) => ({ ...answer, data: answer.data ?? [] })),
    ),
  ),
  // Creators read their learners through a function that returns only id and name.
  read: probe(everyRelation, personOf, (client, { id }, { relation }) =>
    readsRow(
      relation === 'assigned'
        ? client.rpc('course_learners').eq('id', id)
        : client.from('profiles').select('id, name').eq('id', id),
    ),
  ),
  update: writing((client, id) =>
    client.from('profiles').update({ name: anyText() }).eq('id', id).select('id'),
  ),
  set_role: writing((client, id) => client.rpc('set_role', { user_id: id, role: 'MODERATOR' })),
  disable: writing((client, id) => client.rpc('set_disabled', { user_id: id, disabled: true })),
  correct: writing((client, id) =>
    client.rpc('correct_person', { user_id: id, phone: `+${randomInt(10 ** 12)}` }),
  ),
  reset_factors: probe(ownOrForeign, personOf, async (client, { id }, { db }) => {
    // The factor is unverified, because a verified one would be required from the person themselves.
    await db.addFactor({ id, email: '' }, 'unverified')
    const factors = () => db.authService('select id from auth.mfa_factors where user_id = $1', [id])
    return changes(factors, () => client.rpc('reset_factors', { user_id: id }))
  }),
}

export const sessions: ProbesOf<'sessions'> = {
  read: probe(ownOrForeign, personOf, (client, { id }) =>
    readsRow(client.rpc('person_sessions', { user_id: id })),
  ),
}
