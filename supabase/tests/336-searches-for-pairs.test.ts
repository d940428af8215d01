import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

let admin: Person
beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN' })
})

/** Two letters that no other text has, in a script that writes words without spaces. */
const pair = () =>
  String.fromCodePoint(
    ...Array.from({ length: 2 }, () => 0x20000 + Math.floor(Math.random() * 0xa000)),
  )

/** Returns the total that a list finds, and whether it read an index for it. */
async function searched(list: string, query: string, index: string) {
  const { rows } = await db.as(
    admin,
    `with no_scan as materialized (select set_config('enable_seqscan', 'off', true)),
       found as materialized (select public.${list}(query => $1) as answer from no_scan)
     select (answer ->> 'total')::int as total, pg_stat_get_xact_numscans($2::regclass) > 0 as indexed from found`,
    [query, `public.${index}`],
  )
  return rows[0]
}

describe('a word of two letters in the middle of a text without spaces', () => {
  test('is found in notifications by the index of pairs of letters, also next to other words', async () => {
    const person = await db.person()
    const word = pair()
    await db.owner(
      `insert into public.notifications (title, message, recipient_id, is_global, created_at)
       select 'News', case when n = 900 then '新しい' || $2 || 'の講座 gem' else 'A filler ' || n end, $1, false, now() - n * interval '1 minute'
       from generate_series(1, 1000) n`,
      [person.id, word],
    )
    const index = 'notifications_pairs_idx'
    expect(await searched('notification_list', word, index)).toEqual({ total: 1, indexed: true })
    expect(await searched('notification_list', `gem ${word}`, index)).toEqual({
      total: 1,
      indexed: true,
    })
    // Texts with both letters, but apart from each other or in reverse order, are not found.
    const [first, second] = [...word]
    for (const query of [`${second}${first}`, `${word} ${second}${first}`])
      expect((await searched('notification_list', query, index))?.total).toBe(0)
  })

  test('is found in the emails of invites and in payments without reading those in ASCII', async () => {
    const word = pair()
    await db.owner(
      'insert into public.invites (email, invited_by_id, expires_at) values ($1, $2, now())',
      [`山${word}@example.test`, admin.id],
    )
    expect(await searched('invite_list', word, 'invites_email_letters_idx')).toEqual({
      total: 1,
      indexed: true,
    })
    await db.owner(
      `insert into public.purchases (amount_cents, provider, provider_ref, status, needs_member, buyer_email)
       values (100, 'stripe', $1, 'COMPLETED', true, null), (100, 'stripe', $2, 'COMPLETED', true, $3)`,
      [`請${word}`, randomUUID(), `山${word}@example.test`],
    )
    for (const index of ['purchases_ref_letters_idx', 'purchases_buyer_letters_idx'])
      expect(await searched('purchase_list', word, index)).toEqual({ total: 2, indexed: true })
  })
})
