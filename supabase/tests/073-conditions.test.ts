import { expect, test } from 'vitest'
import { CONDITIONS } from './conditions'
import { useDatabase } from './database'

// Each condition, such as that a grant is open or an invite active, is defined in one function. The planner has to
// inline the function, so that an index can be used as for the condition itself.
const db = useDatabase()

const conditions = Object.entries(CONDITIONS)

const planOf = async (from: string, condition: string) =>
  (await db.owner(`explain select from ${from} where ${condition}`))
    .map((row) => Object.values(row).join(' '))
    .join('\n')

test.each(conditions)(
  '%s has the same plan as its condition without the function',
  async (name, { from, asked, written }) => {
    const plan = await planOf(from, asked)
    expect(plan).toBe(await planOf(from, written))
    expect(plan).not.toContain(name)
  },
)

test.each(conditions)('the condition of %s is repeated nowhere else', async (name, { written }) => {
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

test('signed-in people and the service role can call the functions, visitors cannot', async () => {
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
