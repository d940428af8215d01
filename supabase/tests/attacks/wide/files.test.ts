import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { turnSwitches } from '../../agreement/switches'
import { type Person, useDatabase } from '../../database'
import { clientOf, serviceClient, strangerClient, type WireClient } from '../../wire/clients'
import { courseTree } from '../../wire/course-trees'
import { project } from '../../wire/project'
import { promise } from '../../wire/promise'
import { type TokenChange, tokenFor } from '../../wire/tokens'

// Files are fetched through addresses that the function sign-files signs for an hour (rules/files#fetch).
const db = useDatabase()
const bucket = (client: WireClient) => client.storage.from('lesson-files')
const text = () => new Blob(['secret words'], { type: 'text/plain' })

/** Requests a path and uploads a file there, as the back-office does. */
async function send(client: WireClient): Promise<string> {
  const path = await begin(client)
  const { error } = await bucket(client).upload(path, text())
  if (error) throw error
  return path
}

async function begin(client: WireClient): Promise<string> {
  const files = [{ name: 'words.txt', size: 12, type: 'text/plain' }]
  const { data, error } = await client.rpc('begin_uploads', { bucket: 'lesson-files', files })
  if (error) throw error
  return String(Object(Object(data)[0]).path)
}

/** Creates a course of an administrator whose lesson shows a file, a learner, and other people. */
async function scene() {
  const [author, learner, member] = [
    await db.person({ role: 'ADMIN' }),
    await db.person(),
    await db.person(),
  ]
  const tree = await courseTree(db, { by: author, entitled: [learner] })
  const client = await clientOf(author)
  const path = await send(client)
  const content = `![](lesson-files/${path})`
  const { error } = await client.from('lessons').update({ content }).eq('id', tree.lesson)
  if (error) throw error
  return { ...tree, author, learner, member, path }
}

/** Returns the answer of sign-files to that token. */
async function ask(token: string, body: unknown, init: RequestInit = {}) {
  const answer = await fetch(`${project.url}/functions/v1/sign-files`, {
    method: 'POST',
    headers: {
      apikey: project.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
  const said: { files?: { path: string; address: string }[]; code?: string } = await answer
    .json()
    .catch(() => ({}))
  return {
    status: answer.status,
    code: said.code,
    paths: said.files?.map(({ path }) => path),
    addresses: said.files?.map(({ address }) => `${project.url}/storage/v1${address}`) ?? [],
  }
}

const askAs = async (person: Person, paths: string[], change?: TokenChange) =>
  ask(await tokenFor(person, change), { paths })

test('storage returns nothing to anybody without a signature', async () => {
  const { author, learner, member, path } = await scene()
  const clients = [strangerClient()]
  for (const person of [author, learner, member]) clients.push(await clientOf(person))
  const folder = path.split('/')[0]
  for (const client of clients) {
    const files = bucket(client)
    expect((await files.createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await files.createSignedUrls([path], 60)).data).toMatchObject([{ signedURL: null }])
    expect((await files.download(path)).error).not.toBeNull()
    expect((await files.info(path)).error).not.toBeNull()
    expect((await files.exists(path)).data).toBe(false)
    expect((await files.list(folder)).data).toEqual([])
    expect((await files.list()).data).toEqual([])
    expect((await files.copy(path, `${folder}/copy.txt`)).error).not.toBeNull()
    expect((await files.move(path, `${folder}/moved.txt`)).error).not.toBeNull()
    expect((await files.upload(path, text(), { upsert: true })).error).not.toBeNull()
    expect((await files.update(path, text())).error).not.toBeNull()
    expect((await files.remove([path])).data).toEqual([])
  }
  expect(await (await bucket(serviceClient()).download(path)).data?.text()).toBe('secret words')
})

test('people who may open the lesson get an address for an hour, and for no other files', async () => {
  const { learner, author, member, path } = await scene()
  for (const person of [learner, author]) {
    const wanted = { paths: [path, `${randomUUID()}/other.txt`], expiresIn: 1e300 }
    const { status, paths, addresses } = await ask(await tokenFor(person), wanted)
    expect([status, paths]).toEqual([200, [path]])
    const [, payload = ''] = new URL(addresses[0] ?? '').searchParams.get('token')?.split('.') ?? []
    const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(exp - iat).toBe(3600)
    expect(await (await fetch(addresses[0] ?? '')).text()).toBe('secret words')
  }
  expect(await askAs(member, [path])).toMatchObject({ status: 200, paths: [] })
})

test('no bucket but the two private ones is signed', async () => {
  const { author, path } = await scene()
  const token = await tokenFor(author)
  for (const named of ['covers', '', '__proto__', 'constructor', ['lesson-files'], 1]) {
    expect((await ask(token, { paths: [path], bucket: named })).status).toBe(400)
  }
})

test('nobody gets an address after losing access, with the same token', async () => {
  const { learner, path, course } = await scene()
  const mine = async (change?: TokenChange) => askAs(learner, [path], change)
  expect(await mine()).toMatchObject({ status: 200, paths: [path] })

  await db.owner('update public.profiles set disabled_at = now() where id = $1', [learner.id])
  expect(await mine()).toMatchObject({ status: 200, paths: [] })
  await db.owner('update public.profiles set disabled_at = null where id = $1', [learner.id])
  expect(await mine()).toMatchObject({ status: 200, paths: [path] })

  const { claims } = await db.signedIn(learner)
  expect(await mine({ ...(claims && { claims }) })).toMatchObject({ paths: [path] })
  await db.authService('delete from auth.sessions where id = $1', [claims?.session_id])
  expect(await mine({ ...(claims && { claims }) })).toMatchObject({ status: 401, paths: undefined })

  await db.owner('delete from public.entitlements where course_id = $1', [course])
  expect(await mine()).toMatchObject({ status: 200, paths: [] })
})

test('an expired and a forged token get 401, upon which an app refreshes, and a visitor 403', async () => {
  const { learner, path } = await scene()
  expect(await ask(project.anonKey, { paths: [path] })).toMatchObject({
    status: 403,
    code: '42501',
  })
  expect(await askAs(learner, [path], { expiresIn: -3600 })).toMatchObject({ status: 401 })
  expect(await askAs(learner, [path], { secret: 'x'.repeat(40) })).toMatchObject({ status: 401 })
  expect(await ask('nonsense', { paths: [path] })).toMatchObject({ status: 401 })
})

test('an invalid list of paths is refused before the database is asked', async () => {
  const { learner, path } = await scene()
  const token = await tokenFor(learner)
  const bad = { status: 400, code: 'BAD_REQUEST' }
  for (const body of [
    ...['', 'null', '[]', '{}', '{"paths": "x"}', '{"paths": [1]}', '{"paths": [null]}'],
    { paths: ['\u0000'] },
    { paths: [`${path}?download=1`] },
    { paths: ['x'.repeat(201)] },
    { paths: Array(1001).fill(path) },
  ]) {
    expect(await ask(token, body), String(JSON.stringify(body)).slice(0, 60)).toMatchObject(bad)
  }
  expect(await ask(token, { paths: [] })).toMatchObject({ status: 200, paths: [] })
  expect((await ask(token, { paths: Array(1000).fill(path) })).paths).toEqual([path])
  expect((await ask(token, {}, { method: 'PUT' })).status).toBe(405)
})

test('an uploaded file without a lesson is readable only for its sender, while they may edit courses', async () => {
  const [creator, other] = [
    await db.person({ role: 'CREATOR' }),
    await db.person({ role: 'ADMIN' }),
  ]
  const restore = await turnSwitches(db, { creators_admin_panel: true })
  try {
    const path = await send(await clientOf(creator))
    expect((await askAs(creator, [path])).paths).toEqual([path])
    expect((await askAs(other, [path])).paths).toEqual([])
    await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [creator.id])
    expect((await askAs(creator, [path])).paths).toEqual([])
  } finally {
    await restore()
  }
})

test('an address for an upload is checked again when it is used', async () => {
  const ways: [string, (person: Person, session: string) => Promise<unknown>][] = [
    [
      'demoted',
      ({ id }) => db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [id]),
    ],
    [
      'disabled',
      ({ id }) => db.owner('update public.profiles set disabled_at = now() where id = $1', [id]),
    ],
    [
      'signed out',
      (_, session) => db.authService('delete from auth.sessions where id = $1', [session]),
    ],
  ]
  for (const [state, way] of ways) {
    const admin = await db.person({ role: 'ADMIN' })
    const { claims } = await db.signedIn(admin)
    const client = await clientOf(admin, { ...(claims && { claims }) })
    const path = await begin(client)
    const { data } = await bucket(client).createSignedUploadUrl(path)
    const put = () => bucket(strangerClient()).uploadToSignedUrl(path, data?.token ?? '', text())
    await way(admin, String(claims?.session_id))
    promise('upload-address-unchecked', [state, (await put()).error], {
      here: [state, expect.objectContaining({ statusCode: '403' })],
      elsewhere: [state, null],
    })
  }
  const client = await clientOf(await db.person({ role: 'ADMIN' }))
  const path = await begin(client)
  const { data } = await bucket(client).createSignedUploadUrl(path)
  const put = await bucket(strangerClient()).uploadToSignedUrl(path, data?.token ?? '', text())
  expect(put.error).toBeNull()
})

/** Begins an upload of this size without sending any bytes, and returns the answer. */
async function announce(path: string, token: string, bytes: number): Promise<unknown> {
  const sending = request(`${project.url}/storage/v1/object/lesson-files/${path}`, {
    method: 'POST',
    headers: {
      apikey: project.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'text/plain',
      'content-length': bytes,
    },
  })
  sending.flushHeaders()
  const [answer] = await once(sending, 'response')
  const said = await json(answer)
  sending.destroy()
  return said
}

test('an upload that is larger than declared is refused, both before its first byte and as a whole', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const client = await clientOf(admin)
  const path = await begin(client)
  const base64 = (word: string) => Buffer.from(word).toString('base64')
  const token = await tokenFor(admin)
  const resume = async (length: number) => {
    const answer = await fetch(`${project.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        apikey: project.anonKey,
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(length),
        'upload-metadata': `bucketName ${base64('lesson-files')},objectName ${base64(path)}`,
      },
    })
    return answer.status
  }
  // The upload was declared with 12 bytes.
  expect(await resume(13)).toBe(403)
  expect(await resume(12)).toBe(201)
  expect(await announce(path, token, 13)).toMatchObject({ statusCode: '403' })
  const large = new Blob(['thirteen byte'], { type: 'text/plain' })
  expect((await bucket(client).upload(path, large)).error).toMatchObject({ statusCode: '403' })
  expect((await bucket(client).upload(path, text())).error).toBeNull()
})

test('only the secret key can see, create or change a bucket, or list its files', async () => {
  const { author, learner, path } = await scene()
  for (const client of [await clientOf(author), await clientOf(learner), strangerClient()]) {
    const { storage } = client
    expect((await storage.listBuckets()).data).toEqual([])
    expect((await storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
    for (const asked of [
      storage.getBucket('lesson-files'),
      storage.updateBucket('lesson-files', { public: true }),
      storage.emptyBucket('lesson-files'),
      storage.deleteBucket('lesson-files'),
    ]) {
      expect((await asked).error).toMatchObject({ message: 'Bucket not found' })
    }
    const { data } = await bucket(client).listV2({ prefix: path })
    expect([data?.objects, data?.folders]).toEqual([[], []])
  }
})
