import type pg from 'pg'
import { withConnection } from './database'
import { quantiles } from './quantiles'
import type { Figure } from './table'

const ROUNDS = 120
/**
 * Number of calls that are not measured. They warm the connection up, because the connection of a worker is warm too.
 */
const WARMING = 20

/**
 * Measures in milliseconds how long a worker takes to fetch due jobs from a table with many finished ones
 * (rules/due-work#once): ten mails, and fifty jobs that the database does itself.
 */
export function measureJobs(url: string, ended: number): Promise<Figure[]> {
  return withConnection(url, async (client) => {
    await client.query(`
      insert into private.due_work (kind, key, mail, due_at, attempts, done_at, outcome)
      select 'invite_mail', 'ended-' || n, true, now() - n * interval '1 second', 1, now() - n * interval '1 second', 'DONE'
      from generate_series(1, ${ended}) n;
    `)
    await client.query('vacuum analyze private.due_work')
    const mails = await measureRounds(
      client,
      `with invite as (
         insert into public.invites (email, invited_by_id, expires_at)
         select gen_random_uuid() || '@scale.test', a.id, now() + interval '2 days'
         from generate_series(1, 10), (select p.id from public.profiles p where p.role = 'ADMIN' limit 1) a returning *
       )
       insert into private.due_work (kind, key, mail, due_at, subject_id)
       select 'invite_mail', 'invite_mail:' || private.invite_mail_key(id, expires_at), true, now(), id from invite`,
      `select (public.claim_due_mails() ->> 'taken')::int as taken`,
      10,
    )
    const pieces = await measureRounds(
      client,
      `insert into private.due_work (kind, key, due_at, subject_id)
       select 'exports', gen_random_uuid()::text, now(), gen_random_uuid() from generate_series(1, 50)`,
      'select private.run_due_work() as taken',
      50,
    )
    return [
      ...figures(
        `Ten due mails claimed beside ${ended.toLocaleString('en')} that have ended`,
        mails,
      ),
      ...figures('Fifty due pieces done beside them', pieces),
    ]
  })
}

/** Returns how long `act` took in each round; every round is rolled back. */
async function measureRounds(
  client: pg.Client,
  put: string,
  act: string,
  expected: number,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.query('begin')
    await client.query(put)
    const began = performance.now()
    const { rows } = await client.query<{ taken: number }>({ name: act, text: act })
    if (round >= WARMING) times.push(performance.now() - began)
    await client.query('rollback')
    const taken = rows[0]?.taken ?? 0
    if (taken < expected) throw new Error(`${taken} of ${expected} due pieces were taken out.`)
  }
  return times
}

function figures(what: string, times: number[]): Figure[] {
  const { p50, p95 } = quantiles(times)
  return [
    { what: `${what}, p95`, value: p95, unit: 'ms', target: 5 },
    { what: '  median', value: p50, unit: 'ms' },
  ]
}
