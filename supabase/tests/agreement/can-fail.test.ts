import type { Action, Resource } from '@rookies/data/access/resources'
import { expect, test } from 'vitest'
import { useDatabase } from '../database'
import { createActor } from './actors'
import { compare, type Findings } from './compare'
import type { Column } from './terms'

// Tests that the comparison finds differences: each change of the throw-away database must give exactly one finding.
const db = useDatabase()

/** Compares the rights of a person of that role, who calls boot() again after the change. */
async function ask<R extends Resource>(
  role: Column,
  resource: R,
  action: Action<R>,
): Promise<Findings> {
  const actor = await createActor(db, { role })
  await actor.boot()
  return compare({ db, actor, other: await db.person(), column: role, resource, action })
}

/** Runs one statement before `work`, and another one after it. */
async function during<T>(change: string, undo: string, work: () => Promise<T>): Promise<T> {
  await db.owner(change)
  try {
    return await work()
  } finally {
    await db.owner(undo)
  }
}

/** Returns the statement that restores a policy. */
async function policyAsItIs(name: string, table: string): Promise<string> {
  const [row] = await db.owner(
    'select qual, with_check from pg_policies where policyname = $1 and tablename = $2',
    [name, table],
  )
  const using = row?.qual ? ` using (${row.qual})` : ''
  const check = row?.with_check ? ` with check (${row.with_check})` : ''
  return `alter policy ${name} on public.${table}${using}${check}`
}

test('a missing right in the role table is found', async () => {
  const row = `role = 'MODERATOR' and resource = 'entitlements' and action = 'create'`
  const { found } = await during(
    `update public.role_permissions set scope = 'own' where ${row}`,
    `update public.role_permissions set scope = 'any' where ${row}`,
    () => ask('MODERATOR', 'entitlements', 'create'),
  )
  expect(found).toEqual([
    'own: decisions yes, screen yes, database no',
    'assigned: decisions yes, screen no, database no',
    'foreign: decisions yes, screen no, database no',
  ])
})

test('an additional right in the role table is found', async () => {
  const { found, agreed } = await during(
    `insert into public.role_permissions values ('MEMBER', 'settings', 'update', 'any')`,
    `delete from public.role_permissions where role = 'MEMBER' and resource = 'settings'`,
    () => ask('MEMBER', 'settings', 'update'),
  )
  expect(found).not.toEqual(agreed)
})

test('a policy that lets everybody through is found', async () => {
  const { found } = await during(
    'alter policy profiles_update on public.profiles using (true) with check (true)',
    await policyAsItIs('profiles_update', 'profiles'),
    () => ask('ADMIN', 'profiles', 'update'),
  )
  expect(found).toEqual([
    'own: decisions yes, screen yes, database yes',
    'foreign: decisions no, screen no, database yes',
  ])
})

test('a policy that lets no one through is found', async () => {
  const { found, agreed } = await during(
    'alter policy entitlements_delete on public.entitlements using (false)',
    await policyAsItIs('entitlements_delete', 'entitlements'),
    () => ask('ADMIN', 'entitlements', 'delete'),
  )
  expect(found).toEqual([
    'own: decisions yes, screen yes, database no',
    'assigned: decisions yes, screen yes, database no',
    'foreign: decisions yes, screen yes, database no',
  ])
  expect(agreed).toEqual([
    'own: decisions yes, screen yes, database yes',
    'assigned: decisions yes, screen yes, database yes',
    'foreign: decisions yes, screen yes, database yes',
  ])
})

test('a gate that lets everybody through is found', async () => {
  const member = await createActor(db, { role: 'MEMBER', disabled: true })
  await member.boot()
  const other = await db.person()
  const question = { db, actor: member, other, column: null, resource: 'purchases' } as const
  const shut = await compare({ ...question, action: 'read' })
  expect(shut.found).toEqual(shut.agreed)
  const open = await during(
    `alter policy purchases_select on public.purchases using (user_id = (select private.uid()))`,
    await policyAsItIs('purchases_select', 'purchases'),
    () => compare({ ...question, action: 'read' }),
  )
  expect(open.found).toContain('own: decisions no, screen no, database yes')
})

test('every change is undone', async () => {
  for (const { found, agreed } of [
    await ask('MODERATOR', 'entitlements', 'create'),
    await ask('MEMBER', 'settings', 'update'),
    await ask('ADMIN', 'profiles', 'update'),
    await ask('ADMIN', 'entitlements', 'delete'),
    await ask('MEMBER', 'purchases', 'read'),
  ]) {
    expect(found).toEqual(agreed)
  }
})
