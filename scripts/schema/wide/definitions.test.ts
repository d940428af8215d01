import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScratchDatabase } from '../../../supabase/local/src/scratch-database'
import { type Definition, readDefinitions } from '../definitions'

/** What the database holds, in its own words. */
const HELD = `
  select 'policy ' || o.polname || ' on ' || o.polrelid::regclass as thing, concat_ws('; ', o.polcmd, o.polroles,
    pg_get_expr(o.polqual, o.polrelid), pg_get_expr(o.polwithcheck, o.polrelid), obj_description(o.oid, 'pg_policy')) as state
  from pg_policy o
  union all
  select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '')
  from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
  order by 1`

const TRIGGERS = `select pg_get_triggerdef(oid, true) as state from pg_trigger where not tgisinternal`

const columnsOf = (table: string) => `
  select a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid) as value
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = '${table}'::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`
/** A new table has no rows from before a constraint, so that all of its constraints are valid. */
const constraintsOf = (table: string) => `
  select conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '') as what
  from pg_constraint where conrelid = '${table}'::regclass and contype <> 'n' order by 1`

let database: Awaited<ReturnType<typeof openScratchDatabase>>
let client: pg.Client
let definitions: Definition[]

beforeAll(async () => {
  database = await openScratchDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(`
    create view public.course_names with (security_invoker = true) as select id, title from public.courses;
    grant select on public.course_names to authenticated`)
  definitions = await readDefinitions(client)
})
afterAll(async () => {
  await client?.end()
  await database?.close()
})

const sqlOf = (part: Definition['part']) =>
  definitions.filter((one) => one.part === part).map(({ sql }) => sql)

/** What the work leads to, all of which is taken back. */
async function undone(work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
  } finally {
    await client.query('rollback')
  }
}

test('what is printed makes the policies and functions that there are', () =>
  undone(async () => {
    const before = (await client.query(HELD)).rows
    for (const sql of sqlOf('policies')) {
      const [, name, table] = /^create policy (\S+) on (\S+)/.exec(sql) ?? []
      await client.query(`drop policy ${name} on ${table}; ${sql}`)
    }
    for (const sql of sqlOf('functions')) await client.query(sql)
    expect((await client.query(HELD)).rows).toEqual(before)
    expect(sqlOf('policies').length).toBeGreaterThan(50)
  }))

test('what is printed makes the triggers that there are', () =>
  undone(async () => {
    const before = (await client.query(TRIGGERS)).rows
    // Beside the first ones: those of auth are not ours to drop.
    for (const sql of sqlOf('triggers')) {
      await client.query(sql.replace(/^create trigger /, 'create trigger copy_'))
    }
    const after = (await client.query(TRIGGERS)).rows
    const copies = after.flatMap(({ state }) =>
      state.includes(' TRIGGER copy_') ? state.replace(' TRIGGER copy_', ' TRIGGER ') : [],
    )
    expect(copies.sort()).toEqual(before.map(({ state }) => state).sort())
  }))

test('what is printed makes the columns and constraints that there are', () =>
  undone(async () => {
    await client.query('create schema copy')
    for (const { owner, sql } of definitions.filter(({ part }) => part === 'tables')) {
      if (!sql.startsWith('create table ')) continue
      const copy = owner.replace(/^\w+/, 'copy')
      await client.query(sql.slice(0, sql.indexOf('\n);') + 3).replace(owner, copy))
      for (const question of [columnsOf, constraintsOf]) {
        const wanted = await client.query(question(owner))
        const made = await client.query(question(copy))
        expect([owner, made.rows]).toEqual([owner, wanted.rows])
      }
    }
  }))

test('conditions are broken by line, and only functions and comments are wide', () => {
  const wide = [...sqlOf('policies'), ...sqlOf('views')]
    .flatMap((sql) => sql.split('\n'))
    .filter((line) => line.length > 100 && !line.startsWith('comment on '))
  expect(wide).toEqual([])
})

test('a view is printed with whose rights it has and who may read it', () => {
  expect(sqlOf('views')).toEqual([
    expect.stringMatching(
      /^create view public\.course_names with \(security_invoker=true\) as\n[^;]+from public\.courses;\ngrant select on public\.course_names to authenticated;/is,
    ),
  ])
})

test('what roles may do and where files go is printed too', () => {
  const tables = sqlOf('tables').join('\n')
  expect(tables).toContain(`  ('ADMIN', 'courses', 'delete', 'any'),\n`)
  expect(tables).toContain(`('lesson-files', 'lesson-files', false, 52428800, array[\n`)
  expect(sqlOf('policies').join('\n')).toContain(
    'create policy rookies_objects_insert on storage.objects',
  )
})
