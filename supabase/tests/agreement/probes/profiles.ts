import { randomInt } from 'node:crypto'
import type { Person } from '../../database'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { anyText, rowLook } from './rows'

/** Whose profile it is. Assigned: a learner of a course that the person made. */
async function personOf({ db, me, relation }: Scene): Promise<Person> {
  if (relation === 'own') return me
  const person = await db.person()
  if (relation === 'assigned') await courseTree(db, { by: me, entitled: [person] })
  return person
}

export const profiles: ProbesOf<'profiles'> = {
  list: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { id, email } = await personOf(scene)
      return {
        about: { record: { id } },
        attempt: (client) => readsRow(client.rpc('member_by_address', { address: email })),
      }
    },
  },
  read: {
    relations: ['own', 'assigned', 'foreign'],
    async prepare(scene) {
      const { id } = await personOf(scene)
      return {
        about: { record: { id } },
        // A creator's way to their learners is the function that names only id and name.
        attempt: (client) =>
          readsRow(
            scene.relation === 'assigned'
              ? client.rpc('course_learners').eq('id', id)
              : client.from('profiles').select('id, name').eq('id', id),
          ),
      }
    },
  },
  update: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { id } = await personOf(scene)
      return {
        about: { record: { id } },
        attempt: (client) =>
          changes(rowLook(scene, 'profiles', id), () =>
            client.from('profiles').update({ name: anyText() }).eq('id', id).select('id'),
          ),
      }
    },
  },
  set_role: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { id } = await personOf(scene)
      return {
        about: { record: { id } },
        attempt: (client) =>
          changes(rowLook(scene, 'profiles', id), () =>
            client.rpc('set_role', { user_id: id, role: 'MODERATOR' }),
          ),
      }
    },
  },
  disable: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { id } = await personOf(scene)
      return {
        about: { record: { id } },
        attempt: (client) =>
          changes(rowLook(scene, 'profiles', id), () =>
            client.rpc('set_disabled', { user_id: id, disabled: true }),
          ),
      }
    },
  },
  correct: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { id } = await personOf(scene)
      return {
        about: { record: { id } },
        attempt: (client) =>
          changes(rowLook(scene, 'profiles', id), () =>
            client.rpc('correct_person', { user_id: id, phone: `+${randomInt(10 ** 12)}` }),
          ),
      }
    },
  },
  reset_factors: {
    relations: ['own', 'foreign'],
    async prepare(scene) {
      const { id } = await personOf(scene)
      // Unverified: a factor that works would be asked of the person themselves from then on.
      await scene.db.addFactor({ id, email: '' }, 'unverified')
      const factors = () =>
        scene.db.authService('select id from auth.mfa_factors where user_id = $1', [id])
      return {
        about: { record: { id } },
        attempt: (client) => changes(factors, () => client.rpc('reset_factors', { user_id: id })),
      }
    },
  },
}
