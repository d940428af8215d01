import { randomUUID } from 'node:crypto'
import { changes, readsRow } from '../attempts'
import type { ProbesOf } from '../terms'
import { anyText } from './rows'

/** What the API never writes, and the settings. */

export const purchases: ProbesOf<'purchases'> = {
  read: {
    relations: ['own', 'foreign'],
    async prepare({ db, me, other, relation }) {
      const id = randomUUID()
      const userId = (relation === 'own' ? me : other).id
      await db.owner(
        `insert into public.purchases (id, user_id, amount_cents, provider, provider_ref, status)
         values ($1, $2, 4900, 'stripe', $3, 'COMPLETED')`,
        [id, userId, id],
      )
      return {
        about: { record: { user_id: userId } },
        attempt: (client) => readsRow(client.from('purchases').select('*').eq('id', id)),
      }
    },
  },
}

export const auditLogs: ProbesOf<'audit_logs'> = {
  read: {
    relations: ['own', 'foreign'],
    async prepare({ db, me, other, relation }) {
      const target = randomUUID()
      const userId = (relation === 'own' ? me : other).id
      await db.owner(
        `insert into public.audit_logs (user_id, action, target_type, target_id) values ($1, 'course.update', 'course', $2)`,
        [userId, target],
      )
      return {
        about: { record: { user_id: userId } },
        attempt: (client) =>
          readsRow(client.from('audit_logs').select('*').eq('target_id', target)),
      }
    },
  },
}

export const settings: ProbesOf<'settings'> = {
  read: {
    relations: ['none'],
    prepare: async () => ({
      attempt: (client) => readsRow(client.from('settings').select('*')),
    }),
  },
  update: {
    relations: ['none'],
    prepare: async ({ db }) => ({
      attempt: (client) =>
        changes(
          () => db.owner('select site_description from public.settings'),
          () =>
            client
              .from('settings')
              .update({ site_description: anyText() })
              .eq('id', true)
              .select('id'),
        ),
    }),
  },
}
