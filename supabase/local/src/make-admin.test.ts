import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './free-port'
import { startBackend } from './main'
import { findDatabase, makeAdmin } from './make-admin'
import { makeMigratedDataDir } from './testing/cluster'
import { temporaryFolder } from './testing/temporary-folder'

test('the command makes a person with an account an administrator, and the act is recorded', async () => {
  const dataDir = await makeMigratedDataDir(temporaryFolder())
  const backend = await startBackend({ dataDir, port: await freePort() })
  onTestFinished(() => backend.stop())
  const database = await findDatabase(undefined, dataDir)
  const email = 'Newcomer@Rookies.test'
  expect(await makeAdmin(database, email)).toBe(`${email} is now an administrator.`)
  expect(await makeAdmin(database, email)).toBe(`${email} is already an administrator.`)
  await expect(makeAdmin(database, 'nobody@example.test')).rejects.toThrow(
    'No account has the email nobody@example.test. Sign up first, then run this again.',
  )

  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query(
    `select p.role, a.user_id, a.actor
     from public.profiles p join public.audit_logs a on a.target_id = p.id::text
     where p.email = 'newcomer@rookies.test' and a.after ->> 'role' = 'ADMIN'`,
  )
  await client.end()
  expect(rows).toEqual([{ role: 'ADMIN', user_id: null, actor: 'postgres' }])
})

test('without a database the command says what to do', async () => {
  const dataDir = temporaryFolder()
  await expect(findDatabase(undefined, dataDir)).rejects.toThrow(
    'Rookies is not running here and DATABASE_URL is not set.',
  )
  expect(await findDatabase('postgresql://a@b/c', dataDir)).toBe('postgresql://a@b/c')
  await expect(makeAdmin('not an address', 'a@b.c')).rejects.toThrow(
    'DATABASE_URL is not a database address',
  )
  const nobody = `postgresql://postgres@127.0.0.1:${await freePort()}/postgres`
  await expect(makeAdmin(nobody, 'a@b.c')).rejects.toThrow('The database cannot be reached:')
})
