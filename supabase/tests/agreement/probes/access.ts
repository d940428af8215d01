import { randomUUID } from 'node:crypto'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, noRecord, ownOrForeign, probe } from './probe'
import { anyEmail, countLook, personInCohort, rowLook } from './rows'

/** Assigned: a person in a cohort that the person looks after. */
const personOf = async (scene: Scene) =>
  scene.relation === 'assigned'
    ? personInCohort(scene)
    : scene.relation === 'own'
      ? scene.me
      : scene.other

async function entitlementOf(scene: Scene) {
  const { id: userId } = await personOf(scene)
  const { course } = await courseTree(scene.db, { by: await scene.db.person() })
  const id = randomUUID()
  await scene.db.owner(
    'insert into public.entitlements (id, user_id, course_id, granted_by_id) values ($1, $2, $3, null)',
    [id, userId, course],
  )
  return { id, userId, course, about: { record: { user_id: userId } } }
}

async function newEntitlementOf(scene: Scene) {
  const { id: userId } = await personOf(scene)
  const { course } = await courseTree(scene.db, { by: await scene.db.person() })
  return { userId, course, about: { record: { user_id: userId } } }
}

export const entitlements: ProbesOf<'entitlements'> = {
  read: probe(everyRelation, entitlementOf, (client, { id }) =>
    readsRow(client.from('entitlements').select('*').eq('id', id)),
  ),
  create: probe(everyRelation, newEntitlementOf, (client, { userId, course }, scene) =>
    changes(countLook(scene, 'entitlements', 'course_id', course), () =>
      client.from('entitlements').insert({ user_id: userId, course_id: course }),
    ),
  ),
  update: probe(everyRelation, entitlementOf, (client, { id, userId, course }, scene) =>
    changes(rowLook(scene, 'entitlements', id), () =>
      client.rpc('save_access', {
        user_id: userId,
        to_grant: [],
        to_revoke: [],
        ends: [{ course_id: course, expires_at: '2090-01-01T00:00:00Z', was: null }],
      }),
    ),
  ),
  delete: probe(everyRelation, entitlementOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'entitlements', id), () =>
      client.from('entitlements').delete().eq('id', id).select('id'),
    ),
  ),
}

/** Creates an invite of the person or of another sender, with an hour left. */
async function inviteOf(scene: Scene) {
  const { id: inviter } = await personOf(scene)
  const id = randomUUID()
  await scene.db.owner(
    `insert into public.invites (id, email, invited_by_id, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
    [id, anyEmail(), inviter],
  )
  return { id, about: { record: { invited_by_id: inviter } } }
}

/** A probe that invites a new email with these further arguments. */
const inviting = (more: { role?: 'MODERATOR' }) =>
  probe(
    noRecord,
    async () => ({ email: anyEmail() }),
    (client, { email }, scene) =>
      changes(countLook(scene, 'invites', 'email', email), () =>
        client.rpc('create_invite', { email, ...more }),
      ),
  )

/** A probe that calls this function for one invite. */
const changing = (name: 'resend_invite' | 'cancel_invite') =>
  probe(ownOrForeign, inviteOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'invites', id), () => client.rpc(name, { invite_id: id })),
  )

export const invites: ProbesOf<'invites'> = {
  read: probe(ownOrForeign, inviteOf, (client, { id }) =>
    readsRow(client.from('invites').select('*').eq('id', id)),
  ),
  create: inviting({}),
  resend: changing('resend_invite'),
  cancel: changing('cancel_invite'),
  give_role: inviting({ role: 'MODERATOR' }),
}
