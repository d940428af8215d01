import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { ownOrForeign, probe, replacing } from './probe'

/** Returns the person whose preferences they are; `written` says whether the row exists. */
async function ownerOf({ db, me, other, relation }: Scene, written = true) {
  const { id } = relation === 'own' ? me : other
  await db.owner('delete from public.preferences where user_id = $1', [id])
  if (written) {
    await db.owner(`insert into public.preferences (user_id, time_zone) values ($1, 'UTC')`, [id])
  }
  const look = () => db.owner('select time_zone from public.preferences where user_id = $1', [id])
  return { id, look, about: { record: { user_id: id } } }
}

export const preferences: ProbesOf<'preferences'> = {
  read: replacing(
    probe(ownOrForeign, ownerOf, (client, { id }) =>
      readsRow(client.from('preferences').select('user_id').eq('user_id', id)),
    ),
  ),
  create: replacing(
    probe(
      ownOrForeign,
      (scene) => ownerOf(scene, false),
      (client, { id, look }) =>
        changes(look, () =>
          client.from('preferences').insert({ user_id: id, time_zone: 'Europe/Vienna' }),
        ),
    ),
  ),
  update: replacing(
    probe(ownOrForeign, ownerOf, (client, { id, look }) =>
      changes(look, () =>
        client
          .from('preferences')
          .update({ time_zone: 'Europe/Vienna' })
          .eq('user_id', id)
          .select('user_id'),
      ),
    ),
  ),
}
