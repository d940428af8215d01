import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from './free-port'
import { localPublishableKey, localSecretKey, localServiceKey } from './gateway/local-keys'
import { type Backend, startBackend } from './main'
import { PlainError } from './plain-error'
import { client, emptyOptions, notesAt, type Options, seeded } from './testing/notes-backend'

describe('while a backend runs that began in an empty folder', () => {
  // The tests do not change the notes of this backend.
  let how: Options
  let backend: Backend

  beforeAll(async () => {
    how = await emptyOptions(mkdtempSync(join(tmpdir(), 'rookies-test-')))
    backend = await startBackend(how)
  })
  afterAll(async () => {
    await backend?.stop()
    rmSync(dirname(how.dataDir), { recursive: true, force: true })
  })

  test('an empty folder has become the whole product: migrated, seeded, with sign-in, on one port', async () => {
    expect(await notesAt(backend.url)).toEqual(seeded)

    const supabase = client(backend.url)
    const person = { email: 'ada@example.test', password: 'correct horse' }
    const { data, error } = await supabase.auth.signUp(person)
    expect([error, data.user?.email]).toEqual([null, person.email])
    const mails = await fetch(`${backend.url}/_mail.json`)
    const link = expect.stringContaining(`${backend.url}/confirm-email/`)
    expect(await mails.json()).toMatchObject([
      { to: person.email, links: expect.arrayContaining([link]) },
    ])
  })

  test('the official client works with the newer keys', async () => {
    const visitor = client(backend.url, localPublishableKey)
    expect((await visitor.from('notes').select()).data).toEqual(seeded)
    const denied = await visitor.from('notes').insert({ id: 3 })
    expect(denied.error?.code).toBe('42501')
    const person = { email: 'grace@example.test', password: 'correct horse' }
    expect((await visitor.auth.signUp(person)).error).toBeNull()
    expect((await visitor.auth.admin.listUsers()).error).toMatchObject({
      code: 'not_admin',
      message: 'User not allowed',
    })

    const server = client(backend.url, localSecretKey)
    expect((await server.from('notes').insert({ id: 3 })).error).toBeNull()
    expect((await server.from('notes').delete().eq('id', 3)).error).toBeNull()
    const { data } = await server.auth.admin.listUsers()
    expect(data.users.map(({ email }) => email)).toContain(person.email)
  })

  test('a request with only an older key is a visitor’s', async () => {
    const headers = { apikey: localServiceKey, 'content-type': 'application/json' }
    const body = JSON.stringify({ id: 3 })
    const write = await fetch(`${backend.url}/rest/v1/notes`, { method: 'POST', headers, body })
    expect(await write.json()).toMatchObject({ code: '42501' })
    const account = await fetch(`${backend.url}/auth/v1/user`, { headers })
    expect([account.status, await account.json()]).toMatchObject([
      401,
      { error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' },
    ])
  })

  test('a second backend on the same data is refused and changes nothing', async () => {
    await expect(startBackend({ ...how, port: await freePort() })).rejects.toThrow(
      new PlainError(
        `Rookies is already running at ${backend.url} (process ${process.pid}) with this data folder.`,
      ),
    )
    expect(await notesAt(backend.url)).toEqual(seeded)
  })
})

test('config.toml without confirmations is refused before anything starts', async () => {
  const how = await emptyOptions()
  const text = 'project_id = "tiny"\n[auth.email]\nenable_confirmations = false\n'
  writeFileSync(join(how.supabaseDir, 'config.toml'), text)
  await expect(startBackend(how)).rejects.toThrow(PlainError)
  expect(existsSync(how.dataDir)).toBe(false)
})

test('a taken port is noticed before anything starts, and the lock is released', async () => {
  const how = await emptyOptions()
  const other = createServer()
  onTestFinished(() => void other.close())
  await new Promise<void>((resolve) => other.listen(how.port, '127.0.0.1', resolve))
  await expect(startBackend(how)).rejects.toThrow(`Port ${how.port} is taken by another program.`)
  expect(readdirSync(how.dataDir).sort()).toEqual(['logs', 'rookies.json'])
})
