import { readFileSync, writeFileSync } from 'node:fs'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { localAnonKey } from '../gateway/local-keys'
import { rawRequest } from '../testing/raw-request'
import { ada, bob, headersOf, tokenOf, useStorageProject } from '../testing/storage-project'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const text = (of: string) => new Blob([of], { type: 'text/plain' })

const { url, as, inFolder, onDisk, restart } = useStorageProject()

test('a person with the right can upload, read, describe, copy, move, list and delete a file', async () => {
  const own = (await as(ada)).from('own')
  const { data, error } = await own.upload(`${ada}/a note.txt`, text('hello'))
  expect(error).toBeNull()
  expect(data).toMatchObject({ path: `${ada}/a note.txt`, fullPath: `own/${ada}/a note.txt` })

  expect(await (await own.download(`${ada}/a note.txt`)).data?.text()).toBe('hello')
  expect((await own.exists(`${ada}/a note.txt`)).data).toBe(true)
  expect((await own.exists(`${ada}/another.txt`)).data).toBe(false)
  expect((await own.info(`${ada}/a note.txt`)).data).toMatchObject({
    name: `${ada}/a note.txt`,
    size: 5,
    contentType: 'text/plain',
  })

  expect((await own.copy(`${ada}/a note.txt`, `${ada}/b.txt`)).error).toBeNull()
  expect((await own.move(`${ada}/a note.txt`, `${ada}/deep/c.txt`)).error).toBeNull()
  expect((await own.list(ada)).data?.map(({ name, id }) => [name, id !== null])).toEqual([
    ['b.txt', true],
    ['deep', false],
  ])
  expect((await own.list(`${ada}/deep`)).data?.map(({ name }) => name)).toEqual(['c.txt'])
  expect((await own.list(ada, { search: 'B' })).data?.map(({ name }) => name)).toEqual(['b.txt'])
  expect((await own.list(ada, { limit: 1, offset: 1 })).data?.map(({ name }) => name)).toEqual([
    'deep',
  ])

  expect((await own.remove([`${ada}/b.txt`, `${ada}/deep/c.txt`])).data).toHaveLength(2)
  expect((await own.list(ada)).data).toEqual([])
  expect(onDisk('objects')).toEqual([])
})

test('a file is replaced only on request', async () => {
  const own = (await as(ada)).from('own')
  await own.upload(`${ada}/a.txt`, text('one'))
  expect((await own.upload(`${ada}/a.txt`, text('two'))).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  })
  expect(await (await own.download(`${ada}/a.txt`)).data?.text()).toBe('one')
  expect((await own.upload(`${ada}/a.txt`, text('three'), { upsert: true })).error).toBeNull()
  expect(await (await own.download(`${ada}/a.txt`)).data?.text()).toBe('three')
  expect((await own.update(`${ada}/a.txt`, text('four'))).error).toBeNull()
  expect(await (await own.download(`${ada}/a.txt`)).data?.text()).toBe('four')
  expect(onDisk('objects')).toHaveLength(1)
})

test('another person and a visitor can neither read, list, sign, write nor delete a file', async () => {
  await (await as(ada)).from('own').upload(`${ada}/a.txt`, text('mine'))
  for (const stranger of [bob, null]) {
    const own = (await as(stranger)).from('own')
    expect((await own.download(`${ada}/a.txt`)).error).not.toBeNull()
    expect((await own.info(`${ada}/a.txt`)).error).not.toBeNull()
    expect((await own.list(ada)).data).toEqual([])
    expect((await own.createSignedUrl(`${ada}/a.txt`, 60)).error).not.toBeNull()
    expect((await own.createSignedUrls([`${ada}/a.txt`], 60)).data).toEqual([
      { error: expect.any(String), path: `${ada}/a.txt`, signedURL: null, signedUrl: null },
    ])
    expect((await own.createSignedUploadUrl(`${ada}/b.txt`)).error).toMatchObject({
      statusCode: '403',
    })
    expect((await own.upload(`${ada}/b.txt`, text('theirs'))).error).toMatchObject({
      statusCode: '403',
    })
    expect((await own.upload(`${ada}/a.txt`, text('x'), { upsert: true })).error).not.toBeNull()
    expect((await own.update(`${ada}/a.txt`, text('x'))).error).not.toBeNull()
    expect((await own.move(`${ada}/a.txt`, `${bob}/a.txt`)).error).not.toBeNull()
    expect((await own.copy(`${ada}/a.txt`, `${bob}/a.txt`)).error).not.toBeNull()
    expect((await own.remove([`${ada}/a.txt`])).data).toEqual([])
  }
  const own = (await as(ada)).from('own')
  expect(await (await own.download(`${ada}/a.txt`)).data?.text()).toBe('mine')
  // A person cannot move a file into another person's folder.
  expect((await own.move(`${ada}/a.txt`, `${bob}/a.txt`)).error).toMatchObject({
    statusCode: '403',
  })
})

test('a signed address opens one file until it expires, and nothing else', async () => {
  const own = (await as(ada)).from('own')
  await own.upload(`${ada}/ä`.replace('ä', 'a b.png'), new Blob([png], { type: 'image/png' }))
  await own.upload(`${ada}/other.txt`, text('other'))
  const { data } = await own.createSignedUrls([`${ada}/a b.png`], 60)
  const address = data?.[0]?.signedUrl ?? ''
  const shown = await fetch(address)
  expect(shown.status).toBe(200)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(png)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(shown.headers.get('content-disposition')).toBeNull()

  const part = await fetch(address, { headers: { range: 'bytes=1-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  const { pathname, search, port } = new URL(address)
  const again = await rawRequest(Number(port), `${pathname}${search}`, {
    headers: { 'if-none-match': shown.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)

  const saved = await fetch(`${address}&download=${encodeURIComponent('Übung "1".png')}`)
  expect(saved.headers.get('content-disposition')).toBe(
    `attachment; filename="_bung _1_.png"; filename*=UTF-8''%C3%9Cbung%20%221%22.png`,
  )

  const moved = address.replace('a%20b.png', 'other.txt')
  expect((await fetch(moved)).status).toBe(400)
  expect((await fetch(`${address}x`)).status).toBe(400)
  expect((await fetch(address.split('?')[0] ?? '')).status).toBe(400)
  // A signed address's token is not an access token, nor the other way round.
  const token = new URL(address).searchParams.get('token') ?? ''
  const list = await fetch(`${url()}/object/list/own`, {
    method: 'POST',
    headers: { apikey: localAnonKey, authorization: `Bearer ${token}` },
    body: JSON.stringify({ prefix: ada }),
  })
  expect(list.status).toBe(400)
  expect((await fetch(`${address.split('?')[0]}?token=${await tokenOf(ada)}`)).status).toBe(400)

  const late = (await own.createSignedUrl(`${ada}/a b.png`, 1)).data?.signedUrl ?? ''
  expect((await fetch(late)).status).toBe(200)
  await expect
    .poll(async () => (await (await fetch(late)).text()).includes('claim timestamp check failed'), {
      timeout: 5_000,
    })
    .toBe(true)
})

test('a signed upload succeeds once, without a key', async () => {
  const own = (await as(ada)).from('own')
  const { data } = await own.createSignedUploadUrl(`${ada}/signed.txt`)
  const visitor = (await as(null)).from('own')
  const put = () =>
    visitor.uploadToSignedUrl(`${ada}/signed.txt`, data?.token ?? '', text('signed'))
  expect((await put()).error).toBeNull()
  expect((await put()).error).toMatchObject({ statusCode: '409' })
  const elsewhere = await visitor.uploadToSignedUrl(`${ada}/b.txt`, data?.token ?? '', text('x'))
  expect(elsewhere.error).toMatchObject({ statusCode: '400' })
  expect(await (await own.download(`${ada}/signed.txt`)).data?.text()).toBe('signed')
})

test('public files need no key, but nobody can list them', async () => {
  const shown = (await as(ada)).from('shown')
  expect((await shown.upload(`${ada}/p.png`, new Blob([png]))).error).toBeNull()
  const address = shown.getPublicUrl(`${ada}/p.png`).data.publicUrl
  expect((await fetch(address)).headers.get('content-type')).toBe('image/png')
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
  expect((await (await as(bob)).from('shown').list(ada)).data).toEqual([])
  // Public addresses do not open the private bucket.
  await (await as(ada)).from('own').upload(`${ada}/a.txt`, text('mine'))
  expect((await fetch(address.replace('/shown/', '/own/').replace('p.png', 'a.txt'))).status).toBe(
    400,
  )
})

test.each([
  ['a page with the type of a text', '<html><script>alert(1)</script>', 'text/plain'],
  ['a drawing with the type of a picture', '<?xml version="1.0"?><svg onload="x()"/>', 'image/png'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['a text with the type of a picture', 'not a picture', 'image/png'],
  ['a program', 'MZ\u0090\u0000', 'text/plain'],
])('the bucket refuses %s, and nothing of it remains', async (_, content, type) => {
  const { error } = await (await as(ada))
    .from('own')
    .upload(`${ada}/f`, new Blob([content], { type }))
  expect(error).toMatchObject({ statusCode: '415' })
  expect(onDisk('objects')).toEqual([])
  expect(onDisk('incoming')).toEqual([])
})

test('the bytes decide the type of a picture, and the bucket its largest size', async () => {
  const own = (await as(ada)).from('own')
  await own.upload(`${ada}/p`, new Blob([png], { type: 'text/plain' }))
  expect((await own.info(`${ada}/p`)).data?.contentType).toBe('image/png')
  const { error } = await own.upload(`${ada}/big.txt`, text('x'.repeat(1_000_001)))
  expect(error).toMatchObject({ statusCode: '413' })
  expect(onDisk('incoming')).toEqual([])
})

test('no object name can lead out of its folder', async () => {
  const port = Number(new URL(url()).port)
  const headers = await headersOf(ada)
  for (const name of [
    `${ada}/../${bob}/a.txt`,
    `${ada}/%2e%2e/${bob}/a.txt`,
    `${ada}%2F..%2F${bob}/a.txt`,
    `${ada}//a.txt`,
    `${ada}/a%00.txt`,
    `${ada}/a%5C..%5Cb.txt`,
    `${ada}/${'a'.repeat(1100)}`,
    `${ada}/`,
    `${ada}/%ZZ`,
  ]) {
    const answer = await rawRequest(port, `/storage/v1/object/own/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/plain' },
      body: 'x',
    })
    expect([name, answer.status]).toEqual([name, 400])
  }
  const own = (await as(ada)).from('own')
  await own.upload(`${ada}/a.txt`, text('x'))
  expect((await own.move(`${ada}/a.txt`, `${ada}/../x.txt`)).error).not.toBeNull()
  expect((await own.copy(`${ada}/a.txt`, `${ada}/../x.txt`)).error).not.toBeNull()
})

/** Prepares a resumable upload in parts of 100 kB. */
async function resumable(
  person: string | null,
  name: string,
  bytes: number,
  options: ConstructorParameters<typeof Upload>[1] = {},
) {
  const headers = await headersOf(person)
  const upload = new Upload(Buffer.alloc(bytes, 'rookies '), {
    endpoint: `${url()}/upload/resumable`,
    headers,
    chunkSize: 100_000,
    retryDelays: null,
    metadata: { bucketName: 'own', objectName: name, contentType: 'text/plain' },
    ...options,
  })
  const ended = new Promise<string>((resolve) => {
    upload.options.onSuccess = () => resolve('done')
    upload.options.onError = (error) => resolve(error.message)
  })
  return { upload, ended }
}

test('a resumable upload arrives in parts and leaves nothing behind', async () => {
  const { upload, ended } = await resumable(ada, `${ada}/film.txt`, 250_000)
  upload.start()
  expect(await ended).toBe('done')
  const own = (await as(ada)).from('own')
  expect((await own.info(`${ada}/film.txt`)).data).toMatchObject({ size: 250_000 })
  expect(onDisk('resumable')).toEqual([])
  expect(onDisk('objects')).toHaveLength(1)
})

test('a small resumable upload takes one request if its bytes come with its creation', async () => {
  const { upload, ended } = await resumable(ada, `${ada}/small.txt`, 5_000, {
    uploadDataDuringCreation: true,
  })
  upload.start()
  expect(await ended).toBe('done')
  const own = (await as(ada)).from('own')
  expect((await own.info(`${ada}/small.txt`)).data).toMatchObject({ size: 5_000 })
  expect(onDisk('resumable')).toEqual([])
})

test.each([0, 1, 2])(
  'only the person who began a resumable upload can continue it after an interruption at part %i',
  async (parts) => {
    const { upload } = await resumable(ada, `${ada}/cut.txt`, 250_000)
    const cut = new Promise<void>((resolve) => {
      let done = 0
      const count = () => {
        if (done++ === parts) void upload.abort().then(resolve)
      }
      if (parts === 0) upload.options.onUploadUrlAvailable = count
      else upload.options.onChunkComplete = count
      if (parts > 0) done = 1
    })
    upload.start()
    await cut
    expect((await (await as(ada)).from('own').list(ada)).data).toEqual([])

    const uploadUrl = upload.url ?? ''
    const theirs = await resumable(bob, `${bob}/cut.txt`, 250_000, { uploadUrl })
    theirs.upload.options.endpoint = null
    theirs.upload.start()
    expect(await theirs.ended).toContain('unable to resume')
    const head = await fetch(uploadUrl, {
      method: 'HEAD',
      headers: { ...(await headersOf(bob)), 'tus-resumable': '1.0.0' },
    })
    expect(head.status).toBe(403)

    const again = await resumable(ada, `${ada}/cut.txt`, 250_000, { uploadUrl })
    again.upload.start()
    expect(await again.ended).toBe('done')
    expect(again.upload.url).toBe(uploadUrl)
    expect((await (await as(ada)).from('own').info(`${ada}/cut.txt`)).data).toMatchObject({
      size: 250_000,
    })
    expect(onDisk('resumable')).toEqual([])
  },
)

test.each([
  ['into the folder of another', ada, `${bob}/x.txt`, 10, '403'],
  ['by a visitor', null, `${ada}/x.txt`, 10, '403'],
  ['of too many bytes', ada, `${ada}/x.txt`, 1_000_001, '413'],
  ['with a name that leads out of its folder', ada, `${ada}/../x.txt`, 10, '400'],
])(
  'a resumable upload %s is refused before a byte is sent',
  async (_, person, name, bytes, code) => {
    const { upload, ended } = await resumable(person, name, bytes)
    upload.start()
    expect(await ended).toContain(`response code: ${code}`)
    expect(onDisk('resumable')).toEqual([])
  },
)

test('a resumable upload of a wrong type leaves nothing', async () => {
  const { upload, ended } = await resumable(ada, `${ada}/x.png`, 10, {
    metadata: { bucketName: 'own', objectName: `${ada}/x.png`, contentType: 'image/png' },
  })
  upload.start()
  expect(await ended).toContain('response code: 415')
  expect(onDisk('resumable')).toEqual([])
  expect(onDisk('objects')).toEqual([])
})

test('an unfinished upload cannot be read', async () => {
  const { upload } = await resumable(ada, `${ada}/cut.txt`, 250_000)
  const begun = new Promise<void>((resolve) => {
    upload.options.onChunkComplete = () => void upload.abort().then(resolve)
  })
  upload.start()
  await begun
  const answer = await fetch(upload.url ?? '', { headers: await headersOf(ada) })
  expect(answer.status).toBe(400)
  await upload.abort(true)
  expect(onDisk('resumable')).toEqual([])
})

test('a start removes incomplete files of an ended process and uploads older than a day, and keeps the others', async () => {
  const own = (await as(ada)).from('own')
  await own.upload(`${ada}/kept.txt`, text('kept'))
  const [kept] = onDisk('objects')
  const begin = async (name: string) => {
    const { upload } = await resumable(ada, `${ada}/${name}`, 250_000)
    await new Promise<void>((resolve) => {
      upload.options.onChunkComplete = () => void upload.abort().then(resolve)
      upload.start()
    })
    return upload.url?.split('/').at(-1) ?? ''
  }
  const [young, old] = [await begin('young.txt'), await begin('old.txt')]
  const info = inFolder('resumable', `${old}.json`)
  const aged = { ...JSON.parse(readFileSync(info, 'utf8')), creation_date: '2020-01-01T00:00:00Z' }
  writeFileSync(info, JSON.stringify(aged))
  writeFileSync(inFolder('objects', 'without-a-row'), 'x')
  writeFileSync(inFolder('incoming', 'half-of-a-file'), 'x')
  // A process may be killed between the writing or the removal of the two files of an upload, or within one.
  writeFileSync(inFolder('resumable', 'bytes-alone'), 'x')
  writeFileSync(inFolder('resumable', 'facts-alone.json'), JSON.stringify(aged))
  writeFileSync(inFolder('resumable', 'facts-cut-off'), 'x')
  writeFileSync(inFolder('resumable', 'facts-cut-off.json'), '{"id":')

  await restart()
  expect(onDisk('objects')).toEqual([kept])
  expect(onDisk('incoming')).toEqual([])
  expect(onDisk('resumable').sort()).toEqual([young, `${young}.json`])
  expect(await (await own.download(`${ada}/kept.txt`)).data?.text()).toBe('kept')
  // A new upload to the same name replaces the old one after a restart too.
  const again = await begin('young.txt')
  expect(onDisk('resumable').sort()).toEqual([again, `${again}.json`])
})
