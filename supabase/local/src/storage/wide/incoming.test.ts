import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { ada, bob, headersOf, useStorageProject } from '../../testing/storage-project'

const { url, as, onDisk } = useStorageProject()

/** More bytes than the gateway accepts outside of storage. */
const large = Buffer.alloc(12_000_000, 'rookies ')

/** Begins a request without a length, sends only `body`, and returns the answer that comes before its end. */
async function begin(path: string, person: string | null, body = ''): Promise<string> {
  const { port } = new URL(url())
  const headers = { host: `localhost:${port}`, ...(await headersOf(person)) }
  const socket = connect(Number(port), '127.0.0.1')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `POST /storage/v1${path} HTTP/1.1\r\n${lines.join('')}content-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  if (body) socket.write(`${body.length.toString(16)}\r\n${body}\r\n`)
  return new Promise((resolve, reject) => {
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString())
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed without an answer')))
  })
}

test.each([
  ['a visitor', null],
  ['another person', bob],
])('%s is refused before a byte of a file without a length is read', async (_, person) => {
  expect(await begin(`/object/own/${ada}/a.txt`, person)).toContain('AccessDenied')
  expect(onDisk('incoming')).toEqual([])
})

test('a file without a length is refused at the limit, and nothing of it remains', async () => {
  const sent = fetch(`${url()}/object/own/${ada}/a.txt`, {
    method: 'POST',
    headers: { ...(await headersOf(ada)), 'content-type': 'text/plain' },
    body: new Blob([large]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(await (await sent).json()).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' })
  expect(onDisk('incoming')).toEqual([])
  expect(onDisk('objects')).toEqual([])
})

test.each([
  ['as it is', large],
  ['in a form', new Blob([large], { type: 'text/plain' })],
])('a file that is sent %s may be as large as its bucket allows', async (_, file) => {
  const shown = (await as(ada)).from('shown')
  const { error } = await shown.upload(`${ada}/large.txt`, file, { contentType: 'text/plain' })
  expect(error).toBeNull()
  expect((await shown.info(`${ada}/large.txt`)).data?.size).toBe(large.length)
  // The other bucket accepts at most a million bytes.
  const own = (await as(ada)).from('own')
  expect((await own.upload(`${ada}/large.txt`, file)).error).toMatchObject({ statusCode: '413' })
  expect(onDisk('incoming')).toEqual([])
})

test('the fields of a form apply to its file, whether they come before or after it', async () => {
  for (const [name, order] of [
    ['before', ['cacheControl', 'metadata', 'file']],
    ['after', ['file', 'metadata', 'cacheControl']],
  ] as const) {
    const form = new FormData()
    for (const field of order) {
      if (field === 'file') form.append('', new File(['hello'], 'a.txt', { type: 'text/plain' }))
      else form.append(field, field === 'metadata' ? '{"by":"ada"}' : '60')
    }
    const answer = await fetch(`${url()}/object/own/${ada}/${name}.txt`, {
      method: 'POST',
      headers: await headersOf(ada),
      body: form,
    })
    expect(await answer.json()).toMatchObject({ Key: `own/${ada}/${name}.txt` })
    expect((await (await as(ada)).from('own').info(`${ada}/${name}.txt`)).data).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      metadata: { by: 'ada' },
      size: 5,
    })
  }
})

test.each([
  ['without a file', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'],
  [
    'that ends in the middle',
    '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nb',
  ],
  ['that is invalid', 'not a form'],
  [
    'with invalid metadata',
    '--x\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{\r\n--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nb\r\n--x--\r\n',
  ],
])('a form %s is refused, and nothing of it remains', async (_, body) => {
  const answer = await fetch(`${url()}/object/own/${ada}/a.txt`, {
    method: 'POST',
    headers: { ...(await headersOf(ada)), 'content-type': 'multipart/form-data; boundary=x' },
    body,
  })
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'InvalidRequest'])
  expect(onDisk('incoming')).toEqual([])
  expect(onDisk('objects')).toEqual([])
})

test('a body of JSON above two million bytes is refused', async () => {
  const answer = await fetch(`${url()}/object/list/own`, {
    method: 'POST',
    headers: await headersOf(ada),
    body: JSON.stringify({ prefix: 'x'.repeat(2_100_000) }),
  })
  expect(await answer.json()).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' })
})

test('a file whose sender disconnects leaves nothing', async () => {
  const left = new AbortController()
  const sent = fetch(`${url()}/object/own/${ada}/a.txt`, {
    method: 'POST',
    headers: { ...(await headersOf(ada)), 'content-type': 'text/plain' },
    body: new ReadableStream({
      start: (controller) => controller.enqueue(large.subarray(0, 100_000)),
    }),
    duplex: 'half',
    signal: left.signal,
  } as RequestInit)
  await expect.poll(() => onDisk('incoming').length, { timeout: 5_000 }).toBe(1)
  left.abort()
  await expect(sent).rejects.toThrow()
  await expect.poll(() => onDisk('incoming'), { timeout: 5_000 }).toEqual([])
})
