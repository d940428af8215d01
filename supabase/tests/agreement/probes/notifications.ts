import { randomUUID } from 'node:crypto'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { everyRelation, noRecord, probe } from './probe'
import { anyText, countLook, rowLook } from './rows'

/** Creates a notification for the person, for all members (assigned), or for another person. */
async function notificationOf({ db, me, other, relation }: Scene) {
  const id = randomUUID()
  const recipient = { own: me.id, assigned: null, foreign: other.id, none: null }[relation]
  await db.owner(
    `insert into public.notifications (id, title, message, recipient_id, is_global, sender_id)
     values ($1, 'Hello', 'There', $2, $2::uuid is null, null)`,
    [id, recipient],
  )
  return { id, about: { record: { recipient_id: recipient, is_global: recipient === null } } }
}

export const notifications: ProbesOf<'notifications'> = {
  read: probe(everyRelation, notificationOf, (client, { id }) =>
    readsRow(client.from('notifications').select('*').eq('id', id)),
  ),
  create: probe(
    noRecord,
    async () => ({ toOne: anyText(), toAll: anyText() }),
    async (client, { toOne, toAll }, scene) => {
      const one = await changes(countLook(scene, 'notifications', 'title', toOne), () =>
        client.rpc('send_user_notification', {
          recipient_id: scene.other.id,
          title: toOne,
          message: 'There',
        }),
      )
      const all = await changes(countLook(scene, 'notifications', 'title', toAll), () =>
        client.rpc('send_global_notification', { title: toAll, message: 'There' }),
      )
      if (one !== all) throw new Error(`to one: ${one}, to all: ${all}`)
      return one
    },
  ),
  update: probe(everyRelation, notificationOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'notifications', id), () =>
      client.rpc('edit_notification', {
        notification_id: id,
        title: 'Hello again',
        message: 'There',
        type: 'warning',
      }),
    ),
  ),
  delete: probe(everyRelation, notificationOf, (client, { id }, scene) =>
    changes(rowLook(scene, 'notifications', id), () =>
      client.from('notifications').delete().eq('id', id).select('id'),
    ),
  ),
  mark: probe(everyRelation, notificationOf, (client, { id }, scene) =>
    changes(countLook(scene, 'notification_reads', 'notification_id', id), () =>
      client.rpc('mark_notification_read', { notification_id: id }),
    ),
  ),
}
