import { randomUUID } from 'node:crypto'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Scene } from '../terms'
import { ownOrForeign, probe } from './probe'
import { anyText, countLook, rowLook } from './rows'

/** Resources that the API never writes, and the settings. */

/** Creates a purchase by hand, of the person or of another. */
async function byHand({ db, me, other, relation }: Scene) {
  const id = randomUUID()
  const userId = (relation === 'own' ? me : other).id
  await db.owner(
    `insert into public.purchases (id, user_id, amount_cents, provider, provider_ref, status, reason)
     values ($1, $2, 0, 'scholarship', $3, 'COMPLETED', 'A place was given')`,
    [id, userId, randomUUID()],
  )
  return { id, about: { record: { user_id: userId } } }
}

/** Creates a paid purchase of an unknown buyer, and names the person to whom it is assigned. */
async function unassigned({ db, me, other, relation }: Scene) {
  const id = randomUUID()
  const userId = (relation === 'own' ? me : other).id
  await db.owner(
    `insert into public.purchases (id, amount_cents, provider, provider_ref, status, needs_member)
     values ($1, 4900, 'stripe', $2, 'COMPLETED', true)`,
    [id, randomUUID()],
  )
  return { id, userId, about: { record: { user_id: userId } } }
}

/** Creates an event that a person has to look at. */
async function refusedEvent({ db }: Scene) {
  const id = randomUUID()
  await db.owner(
    `insert into private.purchase_notices (id, provider, event_id, type, reasons) values ($1::uuid, 'stripe', $1::text, 'refund.failed', '{BAD_AMOUNT}')`,
    [id],
  )
  return { id }
}

/** Creates a member, and a course for a purchase. */
async function toRecord({ db, me, other, relation }: Scene) {
  const userId = (relation === 'own' ? me : other).id
  const { course } = await courseTree(db, { by: await db.person() })
  return { userId, course, about: { record: { user_id: userId } } }
}

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
  create: probe(ownOrForeign, toRecord, (client, { userId, course }, scene) =>
    changes(countLook(scene, 'purchases', 'course_id', course), () =>
      client.rpc('record_purchase', {
        key: randomUUID(),
        user_id: userId,
        course_id: course,
        amount_cents: 4900,
        currency: 'EUR',
        kind: 'bank_transfer',
        reason: 'Paid by bank transfer',
      }),
    ),
  ),
  refund: probe(ownOrForeign, byHand, (client, { id }, scene) =>
    changes(rowLook(scene, 'purchases', id), () =>
      client.rpc('refund_purchase', { purchase_id: id, reason: 'Did not come' }),
    ),
  ),
  assign: probe(ownOrForeign, unassigned, (client, { id, userId }, scene) =>
    changes(rowLook(scene, 'purchases', id), () =>
      client.rpc('assign_purchase', { purchase_id: id, user_id: userId }),
    ),
  ),
  dismiss: probe(['none'], refusedEvent, (client, { id }, { db }) =>
    changes(
      () => db.owner('select dealt_at from private.purchase_notices where id = $1', [id]),
      () => client.rpc('dismiss_purchase_notice', { notice_id: id }),
    ),
  ),
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

/** Creates a job that failed once. */
async function failed({ db }: Scene) {
  const id = randomUUID()
  await db.owner(
    `insert into private.due_work (id, kind, key, due_at, attempts, error) values ($1::uuid, 'exports', $1::text, now() + interval '1 day', 1, 'It failed')`,
    [id],
  )
  return { id }
}

export const jobs: ProbesOf<'due_work'> = {
  read: probe(['none'], failed, (client) => readsRow(client.rpc('due_work_list', {}))),
  retry: probe(['none'], failed, (client, { id }, { db }) =>
    changes(
      () => db.owner('select attempts from private.due_work where id = $1', [id]),
      () => client.rpc('retry_due_work', { work_id: id }),
    ),
  ),
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
