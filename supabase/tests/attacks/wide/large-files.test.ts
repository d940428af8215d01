import { randomUUID } from 'node:crypto'
import type { ReadCourse } from '@rookies/data/course-import/payload'
import { type LoadedAsset, placeAssets } from '@rookies/data/course-import/place-assets'
import { readStored } from '@rookies/data/files/file-store'
import { sendWhole } from '@rookies/data/files/send-whole'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { serviceClient, strangerClient } from '../../wire/clients'
import { project } from '../../wire/project'

const db = useDatabase()
const teacher = strangerClient()
const dataProject = { url: project.url, key: project.anonKey }
beforeAll(async () => {
  await teacher.auth.signInWithPassword({
    email: 'admin@rookies.test',
    password: 'rookies-demo',
  })
})

/** Returns a folder with one text that names one file, as an import reads it. */
function folderWith(name: string, bytes: Blob): { read: ReadCourse; assets: LoadedAsset[] } {
  const standIn = '00000000-0000-0000-0000-000000000001/file'
  const lesson = { title: 'A', content_type: 'TEXT', content: `[a](lesson-files/${standIn})` }
  const course = { title: 'A', slug: `large-${randomUUID()}` }
  return {
    read: { course: { course, modules: [{ title: 'A', lessons: [lesson] }] } } as ReadCourse,
    assets: [{ path: name, name, size: bytes.size, standIn, bytes }],
  }
}

test.each([12, 50])(
  'an import uploads a file of %i MB, and it is downloaded unchanged',
  async (megabytes) => {
    const bytes = new Blob(['%PDF-1.7\n', new Uint8Array(megabytes * 1024 ** 2 - 9).fill(7)])
    const { read, assets } = folderWith('large.pdf', bytes)
    const { toSend } = await placeAssets(teacher, read, assets)
    expect(toSend).toMatchObject([{ name: 'large.pdf', type: 'application/pdf' }])
    await sendWhole(dataProject, teacher, toSend)

    const path = toSend[0]?.path ?? ''
    const [stored] = await db.owner(
      `select metadata ->> 'size' as size from storage.objects where bucket_id = 'lesson-files' and name = $1`,
      [path],
    )
    expect(Number(stored?.size)).toBe(megabytes * 1024 ** 2)
    const { data } = await serviceClient().storage.from('lesson-files').createSignedUrl(path, 60)
    const back = await readStored(data?.signedUrl ?? '')
    expect(Buffer.from(back).equals(Buffer.from(await bytes.arrayBuffer()))).toBe(true)
    // When the file is sent again, as after a lost answer, it is found.
    await sendWhole(dataProject, teacher, toSend)
  },
  60_000,
)

test('an import stops before a file of a refused type, and names it', async () => {
  const { read, assets } = folderWith('notes.pdf', new Blob(['<html>']))
  await expect(placeAssets(teacher, read, assets)).rejects.toThrow(/^notes.pdf: pages and SVG/)
})
