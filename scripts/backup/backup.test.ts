import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../../supabase/local/src/connect-database'
import { openScratchDatabase } from '../../supabase/local/src/scratch-database'
import { TestDatabase } from '../../supabase/tests/database'
import { readErasures, writeErasures } from './erasures'
import { type BackupFolder, createFolder, openFolder } from './folder'
import { makeBackup } from './make-backup'
import { checkBackup, type StoredObject } from './manifest'
import { restore } from './restore'
import type { StorageApi } from './stored-files'
import { SESSION } from './tables'

// Each test uses databases with all migrations, and files in memory. wide/everything.test.ts moves real data and
// files.
type Scratch = Awaited<ReturnType<typeof openScratchDatabase>>
const NOTHING = { ids: [] }
let source: Scratch
let target: Scratch
let db: TestDatabase
let dir: string
let into: pg.Client
/** A backup that was made while a course was added and another one changed. */
let whole: BackupFolder

async function open(url: string): Promise<pg.Client> {
  const client = await connectDatabase(url)
  await client.query(SESSION)
  return client
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rookies-backup-'))
  source = await openScratchDatabase()
  target = await openScratchDatabase({ defaults: 'nothing' })
  db = new TestDatabase({ owner: source.url, auth: source.url })
  await db.account({ name: 'Ada "\\N" Lovelace' })
  into = await open(target.url)
  await db.owner(
    `insert into storage.objects (bucket_id, name, version) values ('covers', 'kept', '1'), ('covers', 'gone', '2')`,
  )
  const before = await db.course({ title: 'Before' })
  whole = await backup(async () => {
    await db.course({ title: 'Meanwhile' })
    await db.owner(`update public.courses set title = 'After' where id = $1`, [before.id])
  })
})

afterAll(async () => {
  await db.close()
  await into.end()
  await source.close()
  await target.close()
  rmSync(dir, { recursive: true, force: true })
})

const pathOf = ({ bucket_id, name }: Pick<StoredObject, 'bucket_id' | 'name'>) =>
  `${bucket_id}/${name}`

/** Returns a storage in memory; `arriving` changes the bytes of a file on their way. */
function memory(client: pg.Client, arriving = (bytes: Buffer) => bytes) {
  const files = new Map<string, Buffer>()
  const storage: StorageApi = {
    async read(object) {
      const bytes = files.get(pathOf(object))
      return bytes && streamOf(bytes)
    },
    async write(object, content) {
      const parts: Buffer[] = []
      for await (const part of content) parts.push(part)
      files.set(pathOf(object), arriving(Buffer.concat(parts)))
      await client.query(
        `insert into storage.objects (bucket_id, name, metadata) values ($1, $2, '{}') on conflict (bucket_id, name) do nothing`,
        [object.bucket_id, object.name],
      )
    },
    addBucket: async () => {},
  }
  return { files, storage }
}

async function* streamOf(bytes: Buffer) {
  yield bytes
}

/** Makes a backup of the source; `during` runs after the first table was written. */
async function backup(during: () => Promise<unknown> = async () => {}): Promise<BackupFolder> {
  const path = join(dir, randomUUID())
  const folder = await createFolder(path)
  const client = await open(source.url)
  let begun = false
  await makeBackup(
    {
      ...{ address: 'here', client },
      read: async ({ name }) => (name === 'gone' ? undefined : streamOf(Buffer.from(name))),
    },
    {
      ...folder,
      async write(name, content) {
        const measured = await folder.write(name, content)
        if (!begun) await during()
        begun = true
        return measured
      },
    },
  )
  await client.end()
  return openFolder(path)
}

const count = async (table: string) =>
  Number((await into.query(`select count(*) from ${table}`)).rows[0]?.count)

/** Empties the target again, without the triggers that would record the deletions. */
async function empty() {
  await into.query('begin; set local session_replication_role = replica')
  await into.query('truncate auth.users, public.courses cascade; delete from storage.objects')
  await into.query('commit')
}

test('a backup made while people write contains the state at its beginning, and names a file that was removed meanwhile', async () => {
  const { files, storage } = memory(into)
  const { manifest } = await restore(whole, { client: into, storage }, NOTHING)
  onTestFinished(empty)
  expect(manifest.missing).toEqual(['covers/gone'])
  expect([...files.keys()]).toEqual(['covers/kept'])
  expect((await into.query('select title from public.courses')).rows).toEqual([{ title: 'Before' }])
  expect(await count('public.modules')).toBe(1)
  expect((await into.query('select name from public.profiles')).rows).toEqual([
    { name: 'Ada "\\N" Lovelace' },
  ])
})

test('a restore refuses a project that has data or other migrations, and changes nothing', async () => {
  const { files, storage } = memory(into)
  await into.query(
    `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'somebody@example.test', '{"name": "Somebody"}')`,
  )
  await expect(restore(whole, { client: into, storage }, NOTHING)).rejects.toThrow(
    'This project has 1 accounts. A backup is restored into an empty project only',
  )
  await empty()
  const [last] = (
    await into.query(
      `delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations) returning version, name`,
    )
  ).rows
  onTestFinished(async () => {
    await into.query(
      'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
      [last.version, last.name],
    )
  })
  await expect(restore(whole, { client: into, storage }, NOTHING)).rejects.toThrow(
    `the project lacks 1, such as ${last.version}_${last.name}. Rows fit only the tables of their own version. Check out its version (git checkout `,
  )
  expect(files.size).toBe(0)
  expect(await count('auth.users')).toBe(0)
})

test('a restore ends and rolls back if a row or a file arrives changed', async () => {
  const broken = memory(into, () => Buffer.from('other'))
  await expect(restore(whole, { client: into, storage: broken.storage }, NOTHING)).rejects.toThrow(
    "covers/kept came back from the project's storage with other bytes.",
  )
  const { storage } = memory(into)
  await into.query('create table private.added (id integer)')
  await expect(restore(whole, { client: into, storage }, NOTHING)).rejects.toThrow(
    'the same migrations, but differ in private.added: somebody changed one of them by hand.',
  )
  await into.query('drop table private.added')
  await into.query(`
    create function private.spoil() returns trigger language plpgsql as $$ begin new.title := 'Spoilt'; return new; end $$;
    create trigger spoil before insert on public.courses for each row execute function private.spoil();
    alter table public.courses enable always trigger spoil`)
  onTestFinished(async () => {
    await into.query('drop function private.spoil() cascade')
    await empty()
  })
  const checks = `select count(*)::int from pg_constraint where contype = 'c' and not convalidated`
  const open = (await into.query(checks)).rows
  await expect(restore(whole, { client: into, storage }, NOTHING)).rejects.toThrow(
    /^public\.courses differs from the backup after it was filled: (\d) rows, \1 expected\. Nothing was restored\.$/,
  )
  expect(await count('auth.users')).toBe(0)
  expect((await into.query(checks)).rows).toEqual(open)
})

test('a backup with a changed file and a folder without a manifest are refused', async () => {
  const { path } = whole
  const manifest = readFileSync(join(path, 'manifest.json'), 'utf8')
  writeFileSync(
    join(path, 'manifest.json'),
    manifest.replace(/"sha256": "[^"]{4}/, '"sha256": "0000'),
  )
  await expect(checkBackup(await openFolder(path))).rejects.toThrow(
    'tables/auth.users.copy.gz of this backup is damaged or was changed.',
  )
  await expect(checkBackup(await openFolder(join(path, 'tables')))).rejects.toThrow(
    'is not a backup: it has no manifest, which is written last.',
  )
  await expect(checkBackup(await openFolder(join(path, 'nowhere')))).rejects.toThrow(
    'There is no folder',
  )
})

test('a restore deletes the accounts again that were deleted after the backup, by a record that contains only ids', async () => {
  const person = await db.account({ name: 'Somebody' })
  const folder = await backup()
  await db.owner('delete from auth.users where id = $1', [person.id])
  const file = join(dir, 'erasures.json')
  const client = await open(source.url)
  const earlier = randomUUID()
  writeFileSync(file, JSON.stringify({ ids: [earlier] }))
  await writeErasures(client, file)
  await client.end()
  expect(readFileSync(file, 'utf8')).not.toContain('example.test')
  const { storage } = memory(into)
  const erasures = await readErasures(source.url)
  expect(await readErasures(file)).toEqual({
    at: expect.any(String),
    ids: [...erasures.ids, earlier].sort(),
  })
  expect((await restore(folder, { client: into, storage }, erasures)).erased).toBe(1)
  onTestFinished(empty)
  expect(await count('auth.users')).toBe(1)
  expect(
    await count(`public.audit_logs where action = 'user.delete' and target_id = '${person.id}'`),
  ).toBe(1)
  writeFileSync(file, JSON.stringify({ ids: [randomUUID(), 'x'] }))
  await expect(readErasures(file)).rejects.toThrow(
    'holds something else than ids. --erasures takes',
  )
  await expect(readErasures('nowhere')).rejects.toThrow('nowhere cannot be read (ENOENT')
})
