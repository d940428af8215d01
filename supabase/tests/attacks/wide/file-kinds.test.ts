import { toDataError } from '@rookies/data/errors'
import { beginUploads } from '@rookies/data/files/begin-uploads'
import { lookIntoFile, STORED } from '@rookies/data/files/look-into-file'
import { sendWhole } from '@rookies/data/files/send-whole'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { strangerClient } from '../../wire/clients'
import { fileKinds, pages } from '../../wire/file-kinds'
import { project } from '../../wire/project'
import { promise } from '../../wire/promise'
import { raw } from '../../wire/rest'

const db = useDatabase()
const teacher = strangerClient()
let token = ''
beforeAll(async () => {
  const { data } = await teacher.auth.signInWithPassword({
    email: 'admin@rookies.test',
    password: 'rookies-demo',
  })
  token = data.session?.access_token ?? ''
})

const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])
const pathFor = async (name: string, type: string, { length }: Buffer) =>
  (await beginUploads(teacher, 'lesson-files', [{ name, size: length, type }]))[0]?.path ?? ''

/** Returns the type that storage detected; null if there is no file at this path. */
async function storedType(path: string) {
  const [row] = await db.owner(
    `select metadata ->> 'mimetype' as type from storage.objects where bucket_id = 'lesson-files' and name = $1`,
    [path],
  )
  return row?.type ?? null
}

/** Sends bytes with this type, unlike the product's own clients. */
async function force(path: string, bytes: Buffer, type: string) {
  const answer = await fetch(`${project.url}/storage/v1/object/lesson-files/${path}`, {
    method: 'POST',
    headers: {
      apikey: project.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': type,
    },
    body: new Uint8Array(bytes),
  })
  const { statusCode } = Object(await answer.json())
  return answer.ok ? 200 : Number(statusCode)
}

test('storage accepts exactly the types that the bucket lists', async () => {
  const types = await db.owner(
    `select unnest(allowed_mime_types) as type from storage.buckets where id = 'lesson-files'`,
  )
  expect([...STORED].sort()).toEqual(types.map(({ type }) => type).sort())
})

describe('an uploaded file', () => {
  test.each(fileKinds)('$name becomes $becomes', async ({ name, bytes, becomes, called }) => {
    const looked = await lookIntoFile(blob(bytes), name).catch(toDataError)
    if (becomes instanceof RegExp) {
      expect(looked).toMatchObject({ code: 'PT422', message: expect.stringMatching(becomes) })
      const path = await pathFor(name, 'application/octet-stream', bytes)
      expect(await force(path, bytes, 'application/octet-stream')).toBe(415)
      expect(await storedType(path)).toBeNull()
      return
    }
    expect(looked).toEqual({ name: called ?? name, type: becomes })
    const path = await pathFor(called ?? name, becomes, bytes)
    const dataProject = { url: project.url, key: project.anonKey }
    const file = { bucket: 'lesson-files', path, name, type: becomes, bytes: blob(bytes) } as const
    await sendWhole(dataProject, teacher, [file])
    expect(await storedType(path)).toBe(becomes)
  })
})

describe('an uploaded page', () => {
  test.each(pages)('%s is refused with any name and type', async (_, bytes) => {
    for (const [name, type] of [
      ['page.txt', 'text/plain'],
      ['page.md', 'text/markdown'],
      ['page.png', 'image/png'],
      ['page.pdf', 'application/pdf'],
      ['page', 'application/octet-stream'],
    ] as const) {
      await expect(lookIntoFile(blob(bytes), name)).rejects.toThrow(/can run code/)
      const path = await pathFor(name, type, bytes)
      const came = [name, await force(path, bytes, type), await storedType(path)]
      promise('type-from-sender', came, { here: [name, 415, null], elsewhere: [name, 200, type] })
    }
  })
})

test('a download has the detected type, not the requested one', async () => {
  const pdf = Buffer.from('%PDF-1.7\n%%EOF')
  const path = await pathFor('report.pdf.exe', 'application/octet-stream', pdf)
  expect(path).toMatch(/\.exe$/)
  expect(await force(path, pdf, 'application/octet-stream')).toBe(200)
  for (const asked of ['', 'report.pdf.exe', 'report.exe']) {
    const answer = await raw(`/storage/v1/object/lesson-files/${path}?download=${asked}`, {
      token: project.serviceKey,
    })
    promise('name-from-sender', answer.headers.get('content-disposition') ?? '', {
      here: expect.stringMatching(/filename="report(-pdf)?\.pdf"/),
      elsewhere: expect.not.stringMatching(/\.pdf"/),
    })
  }
})
