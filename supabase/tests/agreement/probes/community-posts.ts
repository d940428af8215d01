import { randomUUID } from 'node:crypto'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, probe } from './probe'
import { anySlug, anyText, countLook, rowLook } from './rows'

/**
 * Creates a post. Own: by the person, in a community that they joined. Assigned: by another person, in such a
 * community. Foreign: by another person, in a community that the person did not join.
 */
async function postOf({ db, me, other, relation }: Scene) {
  const [community, post] = [randomUUID(), randomUUID()]
  const author = relation === 'own' ? me : other
  const joined = relation === 'foreign' ? [other.id] : [me.id, other.id]
  await db.owner(
    `insert into public.communities (id, name, slug, access_type) values ($1, 'A community', $2, 'FREE')`,
    [community, anySlug()],
  )
  await db.owner(
    `insert into public.community_members (community_id, user_id) select $1, person from unnest($2::uuid[]) person`,
    [community, joined],
  )
  await db.owner(
    `insert into public.community_posts (id, community_id, author_id, body) values ($1, $2, $3, 'Hello')`,
    [post, community, author.id],
  )
  return { community, post, about: { record: { author_id: author.id } } }
}

export const communityPosts: ProbesOf<'community_posts'> = {
  read: probe(['assigned', 'foreign'], postOf, (client, { post }) =>
    readsRow(client.from('community_posts').select('*').eq('id', post)),
  ),
  create: probe(['own'], postOf, (client, { community }, scene) =>
    changes(countLook(scene, 'community_posts', 'community_id', community), () =>
      client
        .from('community_posts')
        .insert({ community_id: community, author_id: scene.me.id, body: 'New' }),
    ),
  ),
  update: probe(everyRelation, postOf, (client, { post }, scene) =>
    changes(rowLook(scene, 'community_posts', post), () =>
      client.from('community_posts').update({ body: anyText() }).eq('id', post).select('id'),
    ),
  ),
  delete: probe(everyRelation, postOf, (client, { post }, scene) =>
    changes(rowLook(scene, 'community_posts', post), () =>
      client.rpc('delete_post', { post_id: post }),
    ),
  ),
  report: probe(['assigned', 'foreign'], postOf, (client, { post }, scene) =>
    changes(countLook(scene, 'community_post_reports', 'post_id', post), () =>
      client
        .from('community_post_reports')
        .insert({ post_id: post, reporter_id: scene.me.id, reason: 'Rude' }),
    ),
  ),
}
