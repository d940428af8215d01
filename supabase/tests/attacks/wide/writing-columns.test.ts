import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { type Attacker, expectRefused, member } from '../attackers'
import { plantVictim } from '../secrets'
import { useUnchangedRows } from '../unchanged-rows'

// A member tries every column. A visitor may write none, as 070-catalogue.test.ts shows.
const db = useDatabase()

let mallory: Attacker

beforeAll(async () => {
  await plantVictim(db)
  mallory = await member(db)
})

useUnchangedRows()

test('rows of other people cannot be changed in any column, also by a request without a filter', async () => {
  const rows = await db.owner(
    `select table_name, column_name from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'`,
  )
  expect(rows.length).toBeGreaterThan(300)
  for (const { table_name: table, column_name: column } of rows) {
    if (table === 'profiles' && column === 'name') continue
    const body = { [String(column)]: null }
    await expectRefused(`${table}?select=${column}`, { method: 'PATCH', body }, [mallory])
  }
})
