import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { useDatabase } from '../../database'

// Tests several workers, some of which are killed while they work (rules/due-work#once).
const db = useDatabase()
const ROWS = 400
const ROWS_OF_A_TURN = 40

test('three workers do every job once, although some are killed', async () => {
  const sender = await db.person({ role: 'ADMIN' })
  const mark = sender.id
  await db.owner(
    `insert into private.due_kinds (kind, label) values ('ring', 'Ring') on conflict do nothing`,
  )
  await db.owner(
    `create or replace function private.due_ring(work private.due_work) returns text language plpgsql as $$
     begin
       insert into public.notifications (title, message, sender_id, recipient_id) values (work.key, 'x', null, work.user_id);
       return 'DONE';
     end $$`,
  )
  await db.owner(
    `insert into private.due_work (kind, key, due_at, user_id)
     select 'ring', 'ring:' || $1 || ':' || i, now() - interval '1 hour', $1::uuid from generate_series(1, ${ROWS}) i`,
    [mark],
  )
  const left = async () =>
    Number(
      (
        await db.owner(
          'select count(*) as n from private.due_work where user_id = $1 and done_at is null',
          [mark],
        )
      )[0]?.n,
    )

  /** Runs a worker until no job is left; in some rounds, it is killed before its transaction ends. */
  const worker = async (killedEvery: number) => {
    for (let turns = 1; (await left()) > 0; turns += 1) {
      const client = new pg.Client({ connectionString: inject('databaseUrls').owner })
      client.on('error', () => {})
      await client.connect()
      try {
        await client.query('begin')
        await client.query('select private.run_due_work($1)', [ROWS_OF_A_TURN])
        if (turns % killedEvery === 0) {
          const { rows } = await client.query('select pg_backend_pid() as pid')
          await db.owner('select pg_terminate_backend($1)', [rows[0].pid])
        } else await client.query('commit')
      } finally {
        await client.end().catch(() => {})
      }
    }
  }
  await Promise.all([worker(3), worker(4), worker(5)])
  await db.owner('drop function private.due_ring(private.due_work)')

  expect(
    await db.owner(
      'select count(*)::int as all, count(distinct title)::int as different from public.notifications where recipient_id = $1',
      [mark],
    ),
  ).toEqual([{ all: ROWS, different: ROWS }])
  expect(
    await db.owner(
      'select outcome, max(attempts) as attempts, count(*)::int as n from private.due_work where user_id = $1 group by outcome',
      [mark],
    ),
  ).toEqual([{ outcome: 'DONE', attempts: 1, n: ROWS }])
}, 120_000)
