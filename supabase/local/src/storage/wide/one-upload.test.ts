import { statSync } from 'node:fs'
import { request } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { localServiceKey } from '../../gateway/local-keys'
import { ada, bob, headersOf, useStorageProject } from '../../testing/storage-project'

// A person has at most one unfinished resumable upload for each name.
const { url, as, onDisk, inFolder } = useStorageProject()

const ofProject = { apikey: localServiceKey, authorization: `Bearer ${localServiceKey}` }
const encoded = (word: string) => Buffer.from(word).toString('base64')

type Headers = Record<string, string>

/** Creates an upload, and returns its address. */
async function create(name: string, headers: Headers, bytes = 10): Promise<string> {
  const answer = await fetch(`${url()}/upload/resumable`, {
    method: 'POST',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': `bucketName ${encoded('own')},objectName ${encoded(name)},contentType ${encoded('text/plain')}`,
    },
  })
  expect(answer.status).toBe(201)
  return new URL(answer.headers.get('location') ?? '', url()).href
}

const patchHeaders = (headers: Headers) => ({
  ...headers,
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
})
const send = async (to: string, headers: Headers, body = 'ten bytes.') =>
  (await fetch(to, { method: 'PATCH', headers: patchHeaders(headers), body })).status

const idOf = (address: string) => address.split('/').at(-1) ?? ''
const filesOf = (...addresses: string[]) =>
  addresses.flatMap((address) => [idOf(address), `${idOf(address)}.json`]).sort()

/** Uploads that a test leaves unfinished, which are removed after it. */
const begun: [string, Headers][] = []
afterEach(async () => {
  for (const [address, headers] of begun.splice(0)) {
    await fetch(address, { method: 'DELETE', headers: { ...headers, 'tus-resumable': '1.0.0' } })
  }
  expect(onDisk('resumable')).toEqual([])
})

test('a new upload replaces the one that the same person began to the same name', async () => {
  const headers = await headersOf(ada)
  const first = await create(`${ada}/a.txt`, headers)
  expect(await send(first, headers, 'half.')).toBe(204)
  const second = await create(`${ada}/a.txt`, headers)
  expect(onDisk('resumable').sort()).toEqual(filesOf(second))
  expect(await send(first, headers)).toBe(404)
  expect(await send(second, headers)).toBe(204)
  const own = (await as(ada)).from('own')
  expect(await (await own.download(`${ada}/a.txt`)).data?.text()).toBe('ten bytes.')
})

test('of many uploads that are begun at once, one remains', async () => {
  const headers = await headersOf(ada)
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => create(`${ada}/a.txt`, headers)),
  )
  expect(onDisk('resumable')).toHaveLength(2)
  for (const one of all) if (one.status === 'fulfilled') begun.push([one.value, headers])
})

test('a new upload stops one that is still being sent', async () => {
  const headers = await headersOf(ada)
  const first = await create(`${ada}/a.txt`, headers, 100_000)
  const sending = request(first, { method: 'PATCH', headers: patchHeaders(headers) })
  const stopped = new Promise<unknown>((resolve) => {
    sending.once('response', ({ statusCode }) => resolve(statusCode))
    sending.once('error', resolve)
  })
  sending.write('x'.repeat(50_000))
  await vi.waitFor(() => {
    expect(statSync(inFolder('resumable', idOf(first))).size).toBe(50_000)
  })
  const second = await create(`${ada}/a.txt`, headers)
  await stopped
  sending.destroy()
  expect(onDisk('resumable').sort()).toEqual(filesOf(second))
  begun.push([second, headers])
})

test('a new upload stops neither the uploads of another person nor uploads to other names', async () => {
  const headers = await headersOf(ada)
  const theirs = await headersOf(bob)
  const others: [string, Headers][] = [
    [await create(`${ada}/a.txt`, ofProject), ofProject],
    [await create(`${ada}/b.txt`, headers), headers],
    [await create(`${bob}/a.txt`, theirs), theirs],
  ]
  const mine = await create(`${ada}/a.txt`, headers)
  expect(onDisk('resumable').sort()).toEqual(filesOf(mine, ...others.map(([address]) => address)))
  begun.push([mine, headers], ...others)
})
