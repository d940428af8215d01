import { randomUUID } from 'node:crypto'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, noRecord, probe } from './probe'
import { anySlug, anyText, countLook, rowLook } from './rows'

/**
 * Own: created by the person, by invite only. Assigned: another person's, open to all. Foreign: another
 * person's, by invite only.
 */
async function communityOf({ db, me, other, relation }: Scene) {
  const id = randomUUID()
  await db.owner(
    `insert into public.communities (id, name, slug, access_type, created_by_id) values ($1, 'A community', $2, $3, $4)`,
    [
      id,
      anySlug(),
      relation === 'assigned' ? 'FREE' : 'INVITE',
      (relation === 'own' ? me : other).id,
    ],
  )
  return { id, about: { record: { id } } }
}

export const communities: ProbesOf<'communities'> = {
  read: probe(everyRelation, communityOf, (client, { id }) =>
    readsRow(client.from('communities').select('*').eq('id', id)),
  ),
  create: probe(
    noRecord,
    async () => ({ slug: anySlug() }),
    (client, { slug }, scene) =>
      changes(countLook(scene, 'communities', 'slug', slug), () =>
        client.from('communities').insert({ name: 'New', slug, created_by_id: scene.me.id }),
      ),
  ),
  update: probe(everyRelation, communityOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'communities', id), () =>
      client.from('communities').update({ name: anyText() }).eq('id', id).select('id'),
    ),
  ),
  delete: probe(everyRelation, communityOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'communities', id), () =>
      client.from('communities').delete().eq('id', id).select('id'),
    ),
  ),
}
