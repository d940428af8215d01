import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyBase } from '../migrate/base'
import { startCluster, type TestCluster } from '../testing/cluster'

let cluster: TestCluster
let migrations: pg.Pool

beforeAll(async () => {
  cluster = await startCluster()
  migrations = cluster.poolFor('postgres')
})

afterAll(() => cluster.stop())

async function asRole<T>(
  role: string,
  claims: object | null,
  run: (db: pg.PoolClient) => Promise<T>,
) {
  const db = await cluster.poolFor('authenticator').connect()
  try {
    await db.query('begin')
    await db.query(`set local role ${role}`)
    if (claims) {
      await db.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
    }
    return await run(db)
  } finally {
    await db.query('rollback')
    db.release()
  }
}

test('the files can run again on a database in use', async () => {
  await expect(applyBase(cluster.superuserUrl)).resolves.toBeUndefined()
})

test('migrations run with many rights, but not as a superuser', async () => {
  const { rows } = await migrations.query(
    'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
  )
  expect(rows).toEqual([
    { rolsuper: false, rolbypassrls: true, rolcreaterole: true, rolcreatedb: true },
  ])
})

test('a migration may reference accounts and create triggers on accounts and sessions', async () => {
  await migrations.query(`
    create schema private;
    create table private.seen (id uuid references auth.users on delete cascade);
    create function private.note() returns trigger language plpgsql as 'begin return new; end';
    create trigger note after insert on auth.users for each row execute function private.note();
    create trigger note after insert on auth.sessions for each row execute function private.note();
    alter publication supabase_realtime add table private.seen;
  `)
  await expect(migrations.query('alter table auth.users add column mine text')).rejects.toThrow(
    'must be owner',
  )
  await expect(migrations.query('create table auth.mine ()')).rejects.toThrow('permission denied')
})

test('the extensions of a hosted project exist or can be created', async () => {
  await migrations.query(`
    create extension if not exists pg_trgm with schema extensions;
    create extension if not exists unaccent with schema extensions;
    create extension if not exists citext with schema extensions;
    create extension if not exists pgcrypto with schema extensions;
    create extension if not exists "uuid-ossp" with schema extensions;
  `)
  const { rows } = await migrations.query(
    `select extensions.similarity('rookies', 'rookie') > 0.5 as alike, extensions.unaccent('é') as plain`,
  )
  expect(rows).toEqual([{ alike: true, plain: 'e' }])
})

test('the schema public is as permissive as on a hosted project, until a migration revokes rights', async () => {
  await migrations.query(`
    create table public.open (id bigint generated always as identity primary key);
    create function public.ping() returns text language sql as $$ select 'pong' $$;
  `)
  for (const role of ['anon', 'authenticated', 'service_role']) {
    await asRole(role, null, async (db) => {
      expect((await db.query('insert into public.open default values returning id')).rowCount).toBe(
        1,
      )
      expect((await db.query('select public.ping()')).rowCount).toBe(1)
    })
  }
})

test('requests read their person from the token, and nothing from the schema auth', async () => {
  const sub = '00000000-0000-4000-8000-000000000001'
  const claims = { sub, role: 'authenticated', email: 'a@example.test', aal: 'aal2' }
  await asRole('authenticated', claims, async (db) => {
    const { rows } = await db.query(
      `select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() ->> 'aal' as aal`,
    )
    expect(rows).toEqual([
      { uid: sub, role: 'authenticated', email: 'a@example.test', aal: 'aal2' },
    ])
  })
  await asRole('anon', null, async (db) => {
    expect((await db.query('select auth.uid() as uid')).rows).toEqual([{ uid: null }])
  })
  for (const table of ['users', 'sessions', 'refresh_tokens', 'one_time_tokens', 'mfa_factors']) {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      await asRole(role, claims, (db) =>
        expect(db.query(`select from auth.${table}`)).rejects.toThrow('permission denied'),
      )
    }
  }
})

test('requests have a time limit', async () => {
  const { rows } = await cluster.admin.query(
    `select rolname || ' ' || setting as limit from pg_roles, unnest(rolconfig) setting
     where rolname in ('anon', 'authenticated', 'authenticator') order by 1`,
  )
  expect(rows.map(({ limit }) => limit)).toEqual([
    'anon statement_timeout=3s',
    'authenticated statement_timeout=8s',
    'authenticator lock_timeout=8s',
    'authenticator statement_timeout=8s',
  ])
})

test('limits and a pre-request function that a migration sets stay after a later start', async () => {
  const settings = async () => {
    const { rows } = await cluster.admin.query(
      `select setting from pg_roles, unnest(rolconfig) setting where rolname in ('anon', 'authenticator') order by 1`,
    )
    return rows.map(({ setting }) => setting)
  }
  await migrations.query(`alter role anon set statement_timeout = '1s'`)
  await migrations.query(`alter role authenticator set pgrst.db_pre_request = 'public.ping'`)
  const changed = await settings()
  expect(changed).toEqual([
    'lock_timeout=8s',
    'pgrst.db_pre_request=public.ping',
    'statement_timeout=1s',
    'statement_timeout=8s',
  ])
  await applyBase(cluster.superuserUrl)
  expect(await settings()).toEqual(changed)
  await expect(migrations.query('alter role authenticator superuser')).rejects.toThrow()
})

test('row security applies to all roles but service_role', async () => {
  const { rows } = await cluster.admin.query(
    `select rolname from pg_roles where rolbypassrls and not rolsuper order by rolname`,
  )
  expect(rows.map(({ rolname }) => rolname)).toEqual(['postgres', 'service_role'])
})
