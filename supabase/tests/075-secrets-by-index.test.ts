import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from './database'

// Anybody can send a secret. So the lookup must take the same time, however many secrets are stored.
const db = useDatabase()

const SECRET = 'f00d'.repeat(16)

/** The query that looks each secret up, by its table and column. */
const LOOKUPS: Record<string, string> = {
  'calendar_addresses.hash': `select public.calendar_of('${SECRET}')`,
  'submission_keys.key_hash': `select public.settle_repository_result(jsonb_build_object('host', 'github.com', 'repository', 'a/b', 'repository_id', '1',
    'jti', 'x', 'sha', repeat('a', 40), 'line', 'rk_${SECRET.slice(0, 40)}'))`,
  'cohort_links.hash': `select public.cohort_by_link('${SECRET}')`,
  'unsubscribe_tokens.hash': `select public.unsubscribe('${SECRET}', true)`,
  'invites.token': `select public.invite_by_token('${randomUUID()}')`,
}
/** These are found by their invite or their person, and then compared. */
const FOUND_BY_OWNER = ['invite_proofs.hash', 'recovery_codes.code_hash']

test('every stored secret has a lookup here', async () => {
  const rows = await db.owner(
    `select c.relname || '.' || a.attname as name from pg_attribute a
     join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and (a.attname in ('hash', 'code_hash', 'key_hash', 'token_hash') and a.atttypid = 'bytea'::regtype or a.attname = 'token')
     order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(LOOKUPS), ...FOUND_BY_OWNER].sort())
})

test.each(Object.entries(LOOKUPS))(
  'an unknown secret of %s is looked up by its index',
  async (column, sql) => {
    const [table] = column.split('.')
    await db.transaction(async (client) => {
      // The planner scans small tables. With sequential scans switched off, it does so only if no index can be used.
      await client.query('set local enable_seqscan = off')
      // The connection may still have the plans of earlier tests.
      await client.query('discard plans')
      const scans = async () => {
        const { rows } = await client.query(
          'select seq_scan::int, idx_scan::int from pg_stat_xact_user_tables where relname = $1',
          [table],
        )
        return rows[0]
      }
      const before = await scans()
      await client.query(sql)
      const after = await scans()
      expect(after.seq_scan - before.seq_scan).toBe(0)
      expect(after.idx_scan - before.idx_scan).toBe(1)
    })
  },
)
