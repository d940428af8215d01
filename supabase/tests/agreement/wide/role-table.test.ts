import { isActionOf, isResource, isScope, type Scope } from '@rookies/data/access/resources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestDatabase, useDatabase } from '../../database'
import { type Actor, createActor } from '../actors'
import { prepareAttempt, prepareTogether, relationsOf } from '../compare'
import { turnSwitches } from '../switches'
import { COLUMNS, type Column, type Relation } from '../terms'

const db = useDatabase()

interface Row {
  role: Column
  resource: string
  action: string
  scope: Scope
}

/** The relations to a row that this scope allows and no narrower one does. */
const TRIED_ON: Record<Scope, readonly Relation[]> = {
  any: ['foreign', 'none', 'own'],
  own: ['own', 'none'],
  assigned: ['assigned'],
}

let actors: Record<Column, Actor>
let other: Person
let restoreSettings: () => Promise<unknown>

beforeAll(async () => {
  restoreSettings = await turnSwitches(db, { creators_admin_panel: true })
  other = await db.person()
  actors = {
    ADMIN: await createActor(db, { role: 'ADMIN' }),
    CREATOR: await createActor(db, { role: 'CREATOR' }),
    MODERATOR: await createActor(db, { role: 'MODERATOR' }),
    MEMBER: await createActor(db, { role: 'MEMBER' }),
  }
})
afterAll(() => restoreSettings())

test('every row of the role table grants a right, which is lost without the row', async () => {
  const fruitless: string[] = []
  const ignored: string[] = []
  const broken: string[] = []
  let asked = 0
  const rows = await roleTable(db)
  // Two people for each row: one tries the act with the row, the other without it.
  const tries = await prepareTogether(
    db,
    [...rows, ...rows].map((row) => () => tryOf(row)),
  )
  for (const [place, row] of rows.entries()) {
    const name = `${row.role} ${row.resource} ${row.action} ${row.scope}`
    const [before, after] = [tries[place], tries[place + rows.length]]
    if (!before || !after) continue
    asked += 1
    try {
      if (!(await before())) fruitless.push(name)
      if (await without(row, after)) ignored.push(name)
    } catch (error) {
      broken.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  expect({ fruitless, ignored, broken }).toEqual({ fruitless: [], ignored: [], broken: [] })
  expect(asked).toBeGreaterThan(100)
}, 60_000)

/** Makes the rows on which a person of that role tries; null for rights that only screens use. */
async function tryOf({ role, resource, action, scope }: Row) {
  if (!isResource(resource) || !isActionOf(resource, action)) return null
  const relations = relationsOf(resource, action)
  const relation = TRIED_ON[scope].find((one) => relations.includes(one))
  const question = { db, actor: actors[role], other, resource, action }
  return relation ? prepareAttempt(question, relation) : null
}

async function without<T>(
  { role, resource, action, scope }: Row,
  work: () => Promise<T>,
): Promise<T> {
  const key = [role, resource, action, scope]
  await db.owner(
    'delete from public.role_permissions where role = $1 and resource = $2 and action = $3 and scope = $4',
    key,
  )
  try {
    return await work()
  } finally {
    await db.owner(
      'insert into public.role_permissions (role, resource, action, scope) values ($1, $2, $3, $4)',
      key,
    )
  }
}

async function roleTable(database: TestDatabase): Promise<Row[]> {
  const rows = await database.owner(
    'select role::text, resource, action, scope::text from public.role_permissions order by 1, 2, 3, 4',
  )
  return rows.map(({ role, resource, action, scope }) => {
    const column = COLUMNS.find((name) => name === role)
    if (!column || !isScope(scope)) throw new Error(`${role} ${scope} is no row of ours`)
    return { role: column, resource: String(resource), action: String(action), scope }
  })
}
