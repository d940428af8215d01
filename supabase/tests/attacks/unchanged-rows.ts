import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest'

/**
 * A job that the worker took less than a minute ago and is still running (claim_due_mails() locks it for ten minutes).
 */
const IN_PROGRESS = `done_at is null and mail and attempts > 0
  and locked_until between clock_timestamp() + interval '9 minutes' and clock_timestamp() + interval '10 minutes'`

/**
 * Fails each test of this file after which a row of a table differs, with the names of these tables. Meanwhile the
 * worker does nothing, because its jobs change rows, too.
 * @param options.tables the tables to compare; by default all but those of the worker
 * @param options.about compares only rows that contain one of these texts, if given
 * @returns a function that takes the present rows as unchanged, for tests that create rows of their own
 */
export function useUnchangedRows({
  tables = /./,
  about,
}: {
  tables?: RegExp
  about?: () => readonly string[]
} = {}): () => Promise<void> {
  const connectionString = inject('databaseUrls').owner
  let client: pg.Client | undefined
  let before: Record<string, unknown> | undefined

  const release = async () => {
    await client?.end()
    client = undefined
  }
  /** Locks all jobs, which workers skip then. An hourly job gets no successor while it is open. */
  const holdJobs = async () => {
    await release()
    client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('begin')
    await client.query('select from private.due_work where done_at is null for update')
    const { rowCount } = await client.query(
      `select from private.due_work where ${IN_PROGRESS} limit 1`,
    )
    expect(rowCount).toBe(0)
  }
  /**
   * Returns a fingerprint of each table, so that every changed row is noticed. A row has a new place or transaction after
   * each write, so that its content, which takes long to read, is only searched.
   */
  const prints = async () => {
    if (!client) throw new Error('The worker is not held.')
    const { rows } = await client.query(
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind in ('r', 'p') and c.oid <> 'private.motor'::regclass
         and (c.oid = 'auth.sessions'::regclass or c.relnamespace in ('public'::regnamespace, 'private'::regnamespace))`,
    )
    const rule = about ? `where t::text ~ '${about().join('|')}'` : ''
    const parts = rows
      .map(({ name }) => String(name))
      .filter((name) => tables.test(name))
      .map(
        (name) =>
          `select '${name}' as name, array[count(*), sum(hashtextextended(t.ctid::text || ' ' || t.xmin::text, 0))]::text as print from ${name} t ${rule}`,
      )
    const found = await client.query(parts.join(' union all '))
    return Object.fromEntries(found.rows.map(({ name, print }) => [String(name), print]))
  }
  const watch = async () => {
    before = undefined
    await vi.waitFor(holdJobs, { timeout: 50_000, interval: 500 })
    before = await prints()
  }

  beforeEach(watch)
  afterEach(async () => {
    // The reason is reported by beforeEach().
    if (!before) return
    const [earlier, after] = [before, await prints()]
    const changed = Object.keys(after).filter((name) => after[name] !== earlier[name])
    expect(changed, changed.join()).toEqual([])
  })
  afterAll(release)
  return watch
}
