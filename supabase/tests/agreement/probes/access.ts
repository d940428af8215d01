import { randomUUID } from 'node:crypto'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { anyEmail, countLook, rowLook } from './rows'

const mineOrNot = ['own', 'foreign'] as const

const personOf = ({ me, other, relation }: Scene) => (relation === 'own' ? me : other)

async function entitlementOf(scene: Scene) {
  const { id: userId } = personOf(scene)
  const { course } = await courseTree(scene.db, { by: await scene.db.person() })
  const id = randomUUID()
  await scene.db.owner(
    'insert into public.entitlements (id, user_id, course_id, granted_by_id) values ($1, $2, $3, null)',
    [id, userId, course],
  )
  return { id, userId }
}

export const entitlements: ProbesOf<'entitlements'> = {
  read: {
    relations: mineOrNot,
    async prepare(scene) {
      const { id, userId } = await entitlementOf(scene)
      return {
        about: { record: { user_id: userId } },
        attempt: (client) => readsRow(client.from('entitlements').select('*').eq('id', id)),
      }
    },
  },
  create: {
    relations: mineOrNot,
    async prepare(scene) {
      const { id: userId } = personOf(scene)
      const { course } = await courseTree(scene.db, { by: await scene.db.person() })
      return {
        about: { record: { user_id: userId } },
        attempt: (client) =>
          changes(countLook(scene, 'entitlements', 'course_id', course), () =>
            client.from('entitlements').insert({ user_id: userId, course_id: course }),
          ),
      }
    },
  },
  delete: {
    relations: mineOrNot,
    async prepare(scene) {
      const { id, userId } = await entitlementOf(scene)
      return {
        about: { record: { user_id: userId } },
        attempt: (client) =>
          changes(rowLook(scene, 'entitlements', id), () =>
            client.from('entitlements').delete().eq('id', id).select('id'),
          ),
      }
    },
  },
}

/** An invite of the person or of another sender, with an hour left. */
async function inviteOf(scene: Scene) {
  const { id: inviter } = personOf(scene)
  const id = randomUUID()
  await scene.db.owner(
    `insert into public.invites (id, email, invited_by_id, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
    [id, anyEmail(), inviter],
  )
  return { id, inviter }
}

export const invites: ProbesOf<'invites'> = {
  read: {
    relations: mineOrNot,
    async prepare(scene) {
      const { id, inviter } = await inviteOf(scene)
      return {
        about: { record: { invited_by_id: inviter } },
        attempt: (client) => readsRow(client.from('invites').select('*').eq('id', id)),
      }
    },
  },
  create: {
    relations: ['none'],
    async prepare(scene) {
      const email = anyEmail()
      return {
        attempt: (client) =>
          changes(countLook(scene, 'invites', 'email', email), () =>
            client.rpc('create_invite', { email }),
          ),
      }
    },
  },
  resend: {
    relations: mineOrNot,
    async prepare(scene) {
      const { id, inviter } = await inviteOf(scene)
      return {
        about: { record: { invited_by_id: inviter } },
        attempt: (client) =>
          changes(rowLook(scene, 'invites', id), () =>
            client.rpc('resend_invite', { invite_id: id }),
          ),
      }
    },
  },
  cancel: {
    relations: mineOrNot,
    async prepare(scene) {
      const { id, inviter } = await inviteOf(scene)
      return {
        about: { record: { invited_by_id: inviter } },
        attempt: (client) =>
          changes(rowLook(scene, 'invites', id), () =>
            client.rpc('cancel_invite', { invite_id: id }),
          ),
      }
    },
  },
  give_role: {
    relations: ['none'],
    async prepare(scene) {
      const email = anyEmail()
      return {
        attempt: (client) =>
          changes(countLook(scene, 'invites', 'email', email), () =>
            client.rpc('create_invite', { email, role: 'MODERATOR' }),
          ),
      }
    },
  },
}
