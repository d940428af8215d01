import { randomUUID } from 'node:crypto'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, ownOrForeign, probe } from './probe'
import { anySlug, countLook } from './rows'

/**
 * Creates a membership in a community that is open to all. Assigned: another person's, while the person is a
 * community moderator.
 */
async function membershipOf({ db, me, other, relation }: Scene, joined = true) {
  const community = randomUUID()
  const { id: userId } = relation === 'own' ? me : other
  await db.owner(
    `insert into public.communities (id, name, slug, access_type) values ($1, 'A community', $2, 'FREE')`,
    [community, anySlug()],
  )
  if (joined) {
    await db.owner('insert into public.community_members (community_id, user_id) values ($1, $2)', [
      community,
      userId,
    ])
  }
  if (relation === 'assigned') {
    await db.owner(
      `insert into public.community_members (community_id, user_id, role) values ($1, $2, 'MODERATOR')`,
      [community, me.id],
    )
  }
  const look = () =>
    db.owner('select * from public.community_members where community_id = $1 and user_id = $2', [
      community,
      userId,
    ])
  return { community, userId, look, about: { record: { user_id: userId } } }
}

export const communityMembers: ProbesOf<'community_members'> = {
  read: probe(everyRelation, membershipOf, (client, { community, userId }) =>
    readsRow(
      client
        .from('community_members')
        .select('*')
        .eq('community_id', community)
        .eq('user_id', userId),
    ),
  ),
  create: probe(
    ownOrForeign,
    (scene) => membershipOf(scene, false),
    (client, { community, userId }, scene) =>
      changes(countLook(scene, 'community_members', 'community_id', community), () =>
        client.from('community_members').insert({ community_id: community, user_id: userId }),
      ),
  ),
  update: probe(everyRelation, membershipOf, (client, { community, userId, look }) =>
    changes(look, () =>
      client
        .from('community_members')
        .update({ role: 'MODERATOR' })
        .eq('community_id', community)
        .eq('user_id', userId)
        .select('user_id'),
    ),
  ),
  delete: probe(ownOrForeign, membershipOf, (client, { community, userId, look }) =>
    changes(look, () =>
      client.rpc('leave_community', { community_id: community, user_id: userId }),
    ),
  ),
}
