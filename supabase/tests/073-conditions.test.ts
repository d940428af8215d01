import { expect, test } from 'vitest'
import { CONDITIONS } from './conditions'
import { useDatabase } from './database'

// What an open grant, an active invite or a visible notification is stands once, in a function, and costs what the
// condition itself costs: the planner puts it into the query, where an index can answer it.
const db = useDatabase()

const conditions = Object.entries(CONDITIONS)

const planOf = async (from: string, condition: string) =>
  (await db.owner(`explain select from ${from} where ${condition}`))
    .map((row) => Object.values(row).join(' '))
    .join('\n')

test.each(conditions)(
  '%s has the plan of the condition written out',
  async (name, { from, asked, written }) => {
    const plan = await planOf(from, asked)
    expect(plan).toBe(await planOf(from, written))
    expect(plan).not.toContain(name)
  },
)

test.each(conditions)('%s is written out nowhere else', async (name, { written }) => {
  const [, table] = /(\w)\./.exec(written) ?? []
  const pattern = written
    .replaceAll(/[.()+]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+')
    .replace(`${table}\\.`, '(\\w+)\\.')
    .replaceAll(`${table}\\.`, '\\1\\.')
  const places = await db.owner(
    `select p.oid::regprocedure::text as place from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~ $1 order by 1`,
    [pattern],
  )
  expect([name, places]).toEqual([name, []])
})

test('a signed-in person and the service role ask them, a visitor does not', async () => {
  expect(
    await db.owner(
      `select p.proname from pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname = any ($1)
         and (p.proparallel <> 's' or has_function_privilege('anon', p.oid, 'execute')
           or not has_function_privilege('authenticated', p.oid, 'execute')
           or not has_function_privilege('service_role', p.oid, 'execute'))`,
      [Object.keys(CONDITIONS)],
    ),
  ).toEqual([])
})
