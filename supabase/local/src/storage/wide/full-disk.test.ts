import { Upload } from 'tus-js-client'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, headersOf, useStorageProject } from '../../testing/storage-project'

/** Whether the disk reports that it is full, and whether writing fails. */
const disk = vi.hoisted(() => ({
  isFull: false,
  fails: false,
  error: () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
}))
afterEach(() => void Object.assign(disk, { isFull: false, fails: false }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>()
  return {
    ...fs,
    statfs: async (path: string) =>
      disk.isFull ? { bavail: 16, bsize: 4096 } : await fs.statfs(path),
    open: async (path: string, ...how: (string | number)[]) => {
      const handle = await fs.open(path, ...(how as [string]))
      if (disk.fails && path.includes('/resumable/')) {
        handle.write = () => Promise.reject(disk.error())
      }
      if (!disk.fails || !path.includes('/incoming/')) return handle
      // The first write succeeds.
      const write = handle.writeFile.bind(handle)
      let written = 0
      handle.writeFile = async (data) => {
        if (written > 0) throw disk.error()
        written += 1
        await write(data)
      }
      return handle
    },
  }
})
const { url, as, onDisk } = useStorageProject()
const film = Buffer.alloc(900_000, 'rookies ')
const nothing = () => [onDisk('incoming'), onDisk('resumable'), onDisk('objects')].flat()

const send = async (body: BodyInit, headers = {}) => {
  const answer = await fetch(`${url()}/object/own/${ada}/film.txt`, {
    method: 'POST',
    headers: { ...(await headersOf(ada)), ...headers },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}
const asBody = () => send(film, { 'content-type': 'text/plain' })
const asForm = () => {
  const form = new FormData()
  form.append('', new Blob([film], { type: 'text/plain' }))
  return send(form)
}

/** Sends the file as a resumable upload. @param betweenParts is called after each part */
async function inParts(betweenParts = () => {}) {
  const headers = await headersOf(ada)
  return new Promise<string>((resolve) => {
    new Upload(film, {
      endpoint: `${url()}/upload/resumable`,
      headers,
      chunkSize: 300_000,
      retryDelays: null,
      metadata: { bucketName: 'own', objectName: `${ada}/film.txt`, contentType: 'text/plain' },
      onChunkComplete: betweenParts,
      onSuccess: () => resolve('done'),
      onError: ({ message }) => resolve(message),
    }).start()
  })
}

const noRoom = {
  status: 507,
  body: {
    statusCode: '507',
    code: 'InsufficientStorage',
    error: 'no_room',
    message: 'There is no room left on the disk of this server. Make room, then try again.',
  },
}

test.each([
  ['sent as it is', asBody],
  ['sent in a form', asForm],
])(
  'a file that is %s is refused while the disk is full, and accepted once there is room',
  async (_, sent) => {
    disk.isFull = true
    expect(await sent()).toEqual(noRoom)
    disk.isFull = false
    disk.fails = true
    expect(await sent()).toEqual(noRoom)
    expect(nothing()).toEqual([])
    disk.fails = false
    expect((await sent()).status).toBe(200)
  },
)

test('a resumable upload is refused before a byte is sent if the disk is full, and removed if the disk fills up during it', async () => {
  disk.isFull = true
  expect(await inParts()).toContain('response code: 507')
  expect(nothing()).toEqual([])
  disk.isFull = false
  const cut = await inParts(() => {
    disk.fails = true
  })
  expect(cut).toContain('response code: 507')
  expect(cut).toContain('InsufficientStorage')
  expect(nothing()).toEqual([])
  disk.fails = false
  expect(await inParts()).toBe('done')
  const own = (await as(ada)).from('own')
  expect((await own.info(`${ada}/film.txt`)).data?.size).toBe(film.length)
})

test('people can read, list and delete files while the disk is full', async () => {
  await asBody()
  disk.isFull = true
  disk.fails = true
  const own = (await as(ada)).from('own')
  expect((await own.download(`${ada}/film.txt`)).data?.size).toBe(film.length)
  expect((await own.copy(`${ada}/film.txt`, `${ada}/b.txt`)).error).toMatchObject({
    statusCode: '507',
  })
  expect((await own.remove([`${ada}/film.txt`])).data).toHaveLength(1)
  expect(nothing()).toEqual([])
})
