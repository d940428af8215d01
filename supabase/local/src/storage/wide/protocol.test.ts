import { SignJWT } from 'jose'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { localAnonKey, localJwtSecret } from '../../gateway/local-keys'
import { ada, headersOf, useStorageProject } from '../../testing/storage-project'

// The answers are the same as in a hosted project.

const { url, as, project, onDisk, withoutPolicy } = useStorageProject()
const text = (of: string) => new Blob([of], { type: 'text/plain' })

async function ask(path: string, init: RequestInit = {}, person: string | null = ada) {
  const headers = { ...(await headersOf(person)), ...init.headers }
  const answer = await fetch(`${url()}${path}`, { ...init, headers })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const post = (path: string, body: unknown) =>
  ask(path, { method: 'POST', body: JSON.stringify(body) })

async function tokenThat(expires: string, secret = localJwtSecret) {
  return new SignJWT({ sub: ada, role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))
}

test('a refusal names its code', async () => {
  expect(await ask(`/object/authenticated/own/${ada}/none`)).toMatchObject({
    status: 400,
    body: { statusCode: '404', code: 'NoSuchKey', error: 'not_found', message: 'Object not found' },
  })
  const noBucket = {
    status: 400,
    body: {
      statusCode: '404',
      code: 'NoSuchBucket',
      error: 'Bucket not found',
      message: 'Bucket not found',
    },
  }
  for (const path of [
    '/object/none/a',
    '/object/info/none/a',
    '/object/public/none/a',
    '/object/info/public/own/a',
  ]) {
    expect(await ask(path)).toMatchObject(noBucket)
  }
  expect(await ask('/object/own')).toMatchObject({ status: 404, body: { error: 'not_found' } })
  // Public addresses do not open private buckets.
  expect(await ask('/object/public/own/a')).toMatchObject(noBucket)
  expect(await ask('/object/none/a', { method: 'POST', body: 'x' })).toMatchObject(noBucket)
  expect(await ask(`/object/own/${ada}/%5Ca`)).toMatchObject({
    body: { statusCode: '400', code: 'InvalidKey', error: 'InvalidKey' },
  })
})

test.each([
  ['is expired', () => tokenThat('-1s'), /"exp" claim timestamp check failed/],
  ['has another signature', () => tokenThat('1h', 'x'.repeat(40)), /signature verification failed/],
  ['is malformed', async () => 'nonsense', /Invalid Compact JWS/],
])('a token that %s is refused with 403', async (_, token, message) => {
  const headers = { apikey: localAnonKey, authorization: `Bearer ${await token()}` }
  expect(await ask(`/object/own/${ada}/a`, { headers })).toMatchObject({
    status: 400,
    body: {
      statusCode: '403',
      code: 'AccessDenied',
      error: 'Unauthorized',
      message: expect.stringMatching(message),
    },
  })
})

test('the error for a signed address says whether it is expired or for another object', async () => {
  expect(await ask(`/object/sign/own/${ada}/a?token=nonsense`)).toMatchObject({
    status: 400,
    body: { statusCode: '400', code: 'InvalidJWT', error: 'InvalidJWT' },
  })
  const own = (await as(ada)).from('own')
  await own.upload(`${ada}/a.txt`, text('x'))
  const { data } = await own.createSignedUrl(`${ada}/a.txt`, 60)
  const elsewhere = data?.signedUrl.replace('a.txt', 'b.txt') ?? ''
  expect(await (await fetch(elsewhere)).json()).toMatchObject({
    statusCode: '400',
    code: 'InvalidSignature',
  })
})

test('the description and the move of an object are answered as by a hosted project', async () => {
  const own = (await as(ada)).from('own')
  const uploaded = await own.upload(`${ada}/a.txt`, text('hello'))
  const { body } = await ask(`/object/info/own/${ada}/a.txt`)
  expect(body).toEqual({
    id: uploaded.data?.id,
    name: `${ada}/a.txt`,
    version: expect.any(String),
    bucket_id: 'own',
    size: 5,
    content_type: 'text/plain',
    cache_control: 'max-age=3600',
    etag: expect.any(String),
    metadata: {},
    last_modified: expect.any(String),
    created_at: expect.any(String),
  })
  const move = { bucketId: 'own', sourceKey: `${ada}/a.txt`, destinationKey: `${ada}/b.txt` }
  expect(await post('/object/move', move)).toMatchObject({
    status: 200,
    body: { message: 'Successfully moved', Id: uploaded.data?.id, Key: `${ada}/b.txt` },
  })
  expect(await post('/object/move', move)).toMatchObject({ body: { code: 'NoSuchKey' } })
})

test('a copy keeps the properties of the original, except those that the request changes', async () => {
  const own = (await as(ada)).from('own')
  const metadata = { by: 'ada' }
  await own.upload(`${ada}/a.txt`, text('hello'), { metadata, cacheControl: '60' })
  const copy = { bucketId: 'own', sourceKey: `${ada}/a.txt`, destinationKey: `${ada}/b.txt` }
  const { body } = await post('/object/copy', copy)
  expect(body).toMatchObject({
    Id: body.id,
    Key: `own/${ada}/b.txt`,
    name: `${ada}/b.txt`,
    bucket_id: 'own',
    user_metadata: { by: 'ada' },
    metadata: { cacheControl: 'max-age=60' },
  })
  const changed = {
    ...copy,
    destinationKey: `${ada}/c.txt`,
    copyMetadata: false,
    metadata: { cacheControl: 'max-age=999' },
  }
  const other = Buffer.from('{"by":"bob"}').toString('base64')
  const init = { method: 'POST', body: JSON.stringify(changed), headers: { 'x-metadata': other } }
  expect((await ask('/object/copy', init)).body).toMatchObject({
    user_metadata: { by: 'bob' },
    metadata: { cacheControl: 'max-age=999' },
  })
  // Without metadata the value is null, not an empty object.
  const bare = { ...copy, destinationKey: `${ada}/d.txt`, copyMetadata: false }
  expect((await post('/object/copy', bare)).body.user_metadata).toBeNull()
})

test('everybody can read a public bucket, by public and other addresses', async () => {
  await (await as(ada)).from('shown').upload(`${ada}/a.txt`, text('hello'))
  const shown = (await as(null)).from('shown')
  expect(await (await shown.download(`${ada}/a.txt`)).data?.text()).toBe('hello')
  expect((await shown.info(`${ada}/a.txt`)).data).toMatchObject({ size: 5 })
  expect((await shown.exists(`${ada}/a.txt`)).data).toBe(true)
})

test('the description of a public object needs no key', async () => {
  await (await as(ada)).from('shown').upload(`${ada}/a.txt`, text('hello'))
  const answer = await fetch(`${url()}/object/info/public/shown/${ada}/a.txt`)
  expect([answer.status, (await answer.json()).size]).toEqual([200, 5])
})

test('a list ignores the case in the name of its folder, and sorts names by their bytes', async () => {
  const shown = project().from('shown')
  for (const name of ['a.txt', 'a-b.txt', 'B.txt', 'a23.txt']) {
    await shown.upload(`Cats/${name}`, text('x'))
  }
  const named = async (order: 'asc' | 'desc') =>
    (await shown.list('cats/', { sortBy: { column: 'name', order } })).data?.map(({ name }) => name)
  const sorted = ['B.txt', 'a-b.txt', 'a.txt', 'a23.txt']
  expect(await named('asc')).toEqual(sorted)
  expect(await named('desc')).toEqual(sorted.toReversed())
  const asked = ['Cats/a23.txt', 'Cats/none.txt', 'Cats/B.txt', 'Cats/a.txt']
  expect((await shown.remove(asked)).data?.map(({ name }) => name)).toEqual(
    asked.filter((name) => !name.includes('none')),
  )
})

test('the placeholder of an empty folder needs no accepted type, and may have no bytes', async () => {
  const keep = (bytes: string) =>
    ask(`/object/own/${ada}/new/.emptyFolderPlaceholder`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  expect((await keep('x')).body).toMatchObject({ statusCode: '413' })
  expect((await keep('')).status).toBe(200)
})

test('policies receive the size and the type that a request announces for a file', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const by = (name: string) => Buffer.from(JSON.stringify({ by: name })).toString('base64')
  const send = async (type: string, bytes: Uint8Array<ArrayBuffer>, name: string) =>
    (
      await ask('/object/restricted/a.png', {
        method: 'POST',
        body: bytes,
        headers: { 'content-type': type, 'x-metadata': by(name) },
      })
    ).status
  expect(await send('text/plain', new TextEncoder().encode('a text'), 'ada')).toBe(400)
  expect(await send('image/png', Buffer.concat([png, Buffer.alloc(1000)]), 'ada')).toBe(400)
  expect(await send('image/png', png, 'bob')).toBe(400)
  // The announced type is compared with the bytes.
  expect(await send('image/png', new TextEncoder().encode('a text'), 'ada')).toBe(400)
  expect(onDisk('objects')).toEqual([])
  expect(await send('image/png', png, 'ada')).toBe(200)
})

test('a range behind the end is refused with 416, as JSON', async () => {
  await (await as(ada)).from('own').upload(`${ada}/a.txt`, text('hello'))
  const answer = await ask(`/object/own/${ada}/a.txt`, { headers: { range: 'bytes=100-200' } })
  expect(answer).toMatchObject({
    status: 416,
    body: { statusCode: '416', code: 'InvalidRange', error: 'invalid_range' },
  })
  expect(answer.headers.get('content-range')).toBe('bytes */5')
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.headers.get('etag')).toBeNull()
})

test.each([
  ['an offset that no integer holds', { prefix: '', offset: 1e300 }],
  ['an offset above the largest integer of the database', { prefix: '', offset: 2 ** 31 }],
  ['a negative offset', { prefix: '', offset: -1 }],
  ['an offset that is a word', { prefix: '', offset: 'all' }],
  ['a limit of 0', { prefix: '', limit: 0 }],
  ['a limit that is not whole', { prefix: '', limit: 1.5 }],
  ['an unknown column', { prefix: '', sortBy: { column: 'owner' } }],
  ['an unknown order', { prefix: '', sortBy: { column: 'name', order: 'up' } }],
  ['a NUL character in a prefix', { prefix: 'a\0b' }],
  ['a NUL character in a search', { prefix: '', search: '\0' }],
])('%s is refused with 400', async (_, body) => {
  expect(await post('/object/list/own', body)).toMatchObject({
    status: 400,
    body: { statusCode: '400', code: 'InvalidRequest' },
  })
})

test('a NUL character is refused with 400 in every name', async () => {
  const name = `${ada}/a\0.txt`
  const move = { bucketId: 'own', sourceKey: name, destinationKey: `${ada}/b.txt` }
  for (const [path, body] of [
    ['/object/sign/own', { expiresIn: 60, paths: [name] }],
    ['/object/move', move],
    ['/object/copy', move],
    ['/object/move', { ...move, bucketId: 'o\0wn' }],
    ['/object/list/o%00wn', { prefix: '' }],
  ] as const) {
    expect([path, (await post(path, body)).body.statusCode]).toEqual([path, '400'])
  }
  const remove = { method: 'DELETE', body: JSON.stringify({ prefixes: [name] }) }
  expect((await ask('/object/own', remove)).body.statusCode).toBe('400')
  expect((await ask('/object/o%00wn/a')).body.statusCode).toBe('400')
})

test('a signed upload replaces a file only if that was requested at the signing', async () => {
  const own = (await as(ada)).from('own')
  await own.upload(`${ada}/a.txt`, text('one'))
  expect((await own.createSignedUploadUrl(`${ada}/a.txt`)).error).toMatchObject({
    statusCode: '409',
  })
  const { data } = await own.createSignedUploadUrl(`${ada}/a.txt`, { upsert: true })
  const visitor = (await as(null)).from('own')
  const put = (of: string) =>
    visitor.uploadToSignedUrl(`${ada}/a.txt`, data?.token ?? '', text(of), { upsert: false })
  expect((await put('two')).error).toBeNull()
  expect(await (await own.download(`${ada}/a.txt`)).data?.text()).toBe('two')

  const once = await own.createSignedUploadUrl(`${ada}/b.txt`)
  const token = once.data?.token ?? ''
  await visitor.uploadToSignedUrl(`${ada}/b.txt`, token, text('one'))
  // The header of the upload itself does not count.
  const again = await visitor.uploadToSignedUrl(`${ada}/b.txt`, token, text('two'), {
    upsert: true,
  })
  expect(again.error).toMatchObject({ statusCode: '409' })
})

/** Sends a text as a resumable upload. */
async function resumable(of: string, headers = {}, metadata: Record<string, string> = {}) {
  return sendInParts('', of, { ...(await headersOf(ada)), ...headers }, metadata)
}

/** Sends a text as a resumable upload by a signed address, without a key. */
const bySignature = (
  of: string,
  token: string | undefined,
  metadata: Record<string, string> = {},
) => sendInParts('/sign', of, token === undefined ? {} : { 'x-signature': token }, metadata)

function sendInParts(
  path: string,
  of: string,
  headers: Record<string, string>,
  metadata: Record<string, string>,
) {
  return new Promise<string>((resolve) => {
    const upload = new Upload(Buffer.from(of), {
      endpoint: `${url()}/upload/resumable${path}`,
      headers,
      chunkSize: 4,
      retryDelays: null,
      metadata: { bucketName: 'own', objectName: `${ada}/a.txt`, ...metadata },
      onSuccess: () => resolve('done'),
      onError: ({ message }) => resolve(message),
    })
    upload.start()
  })
}

test('a resumable upload replaces a file only on request, and keeps its metadata', async () => {
  const metadata = {
    contentType: 'text/plain',
    cacheControl: '60',
    metadata: JSON.stringify({ by: 'ada' }),
  }
  expect(await resumable('number one', {}, metadata)).toBe('done')
  const own = (await as(ada)).from('own')
  expect((await own.info(`${ada}/a.txt`)).data).toMatchObject({
    cacheControl: 'max-age=60',
    contentType: 'text/plain',
    metadata: { by: 'ada' },
  })
  expect(await resumable('number two', {}, metadata)).toContain('response code: 409')
  expect(await resumable('number two', { 'x-upsert': 'true' }, metadata)).toBe('done')
  expect(await (await own.download(`${ada}/a.txt`)).data?.text()).toBe('number two')
  expect(onDisk('objects')).toHaveLength(1)
})

test('a resumable upload of a type that the bucket does not accept is refused before a byte is sent', async () => {
  const film = { contentType: 'video/mp4' }
  expect(await resumable('not sent', {}, film)).toContain('response code: 415')
  expect(onDisk('resumable')).toEqual([])
})

test('a resumable upload by a signed address has the rights of the person who requested the address', async () => {
  const own = (await as(ada)).from('own')
  const tokenFor = async (upsert = false) =>
    (await own.createSignedUploadUrl(`${ada}/a.txt`, { upsert })).data?.token ?? ''
  const metadata = { contentType: 'text/plain', metadata: '{"by":"ada"}' }
  const token = await tokenFor()
  expect(await bySignature('number one', token, metadata)).toBe('done')
  expect((await own.info(`${ada}/a.txt`)).data?.metadata).toEqual({ by: 'ada' })
  expect(await bySignature('number two', token, metadata)).toContain('response code: 409')
  expect(await bySignature('number two', await tokenFor(true), metadata)).toBe('done')
  expect(await (await own.download(`${ada}/a.txt`)).data?.text()).toBe('number two')

  const elsewhere = { ...metadata, objectName: `${ada}/b.txt` }
  expect(await bySignature('number two', token, elsewhere)).toContain('Invalid signature')
  expect(await bySignature('number two', undefined, elsewhere)).toContain('Missing x-signature')
  expect(await bySignature('number two', 'nonsense', elsewhere)).toContain('Invalid Compact JWS')
  expect(onDisk('resumable')).toEqual([])
})

test('a signed address for an upload is invalid once the person who requested it has lost the right', async () => {
  const own = (await as(ada)).from('own')
  const { data } = await own.createSignedUploadUrl(`${ada}/a.txt`)
  await withoutPolicy('own_insert', async () => {
    expect(await bySignature('not sent', data?.token)).toContain('response code: 403')
  })
  expect(onDisk('resumable')).toEqual([])
})
