import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { files, PICTURE } from '../scenes/files'

// The files of one person that wait for a lesson are limited (rules/files#room).
const db = useDatabase()
const { arrive, write, seen } = files(db)

const MB = 1024 * 1024
const SENTENCE =
  'PT422: At most 2,000 files, and 1 GB, can wait for the lessons that use them. Save those lessons first, or try again tomorrow'

const many = (count: number, facts: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ ...PICTURE, name: `${n}.png`, ...facts }))

const beginAll = async (who: Person, list: object[], courseId?: string) =>
  (await db.answer(who, 'begin_uploads', {
    bucket: 'lesson-files',
    files: JSON.stringify(list),
    course_id: courseId ?? null,
  })) as { path: string; known: boolean }[]

const begunBy = async (who: Person) =>
  Number(
    (await db.owner('select count(*) as n from private.uploads where user_id = $1', [who.id]))[0]
      ?.n,
  )

/** Runs an act as a creator who may build courses. */
const asCreator = async (act: (creator: Person) => Promise<void>) => {
  const creator = await db.person({ role: 'CREATOR' })
  await db.withSettings({ creators_admin_panel: true }, () => act(creator))
}

test('a creator begins 2,000 uploads at most, and a refused one leaves nothing', async () => {
  await asCreator(async (creator) => {
    await beginAll(creator, many(1000))
    await beginAll(creator, many(1000))
    await expect(beginAll(creator, many(1))).rejects.toThrow(SENTENCE)
    expect(await begunBy(creator)).toBe(2000)
    // The limit applies to each person.
    const other = await db.person({ role: 'CREATOR' })
    await beginAll(other, many(1))
  })
})

test('a creator uploads 1 GB at most, by declared or received bytes, whichever is more', async () => {
  await asCreator(async (creator) => {
    await beginAll(creator, many(20, { size: 50 * MB }))
    await expect(beginAll(creator, many(1, { size: 50 * MB }))).rejects.toThrow(SENTENCE)
    await beginAll(creator, many(1, { size: 24 * MB }))
  })
})

test.each(['image/tiff', '', null])('a file of the type %s is refused', async (type) => {
  await asCreator(async (creator) => {
    await expect(beginAll(creator, many(1, { type }))).rejects.toThrow(
      "PT422: Files like 0.png aren't accepted",
    )
    expect(await begunBy(creator)).toBe(0)
  })
})

test('a file is not larger than declared', async () => {
  await asCreator(async (creator) => {
    const [small] = await beginAll(creator, many(1, { size: MB }))
    const path = small?.path ?? ''
    expect((await arrive(creator, 'lesson-files', path, MB + 1)).code).toBe('42501')
    // A resumable upload is refused before its first byte.
    const begun = `insert into storage.objects (bucket_id, name, metadata) values ('lesson-files', $1, $2)`
    const begin = (contentLength: number) =>
      db.as(creator, begun, [path, JSON.stringify({ contentLength })])
    expect((await begin(MB + 1)).code).toBe('42501')
    expect((await begin(MB)).code).toBeUndefined()
  })
})

test('if storage does not know the size of an upload in advance, the received bytes are counted', async () => {
  await asCreator(async (creator) => {
    const begun = await beginAll(creator, many(22, { size: 1 }))
    const send = (path: string) =>
      db.as(creator, `insert into storage.objects (bucket_id, name) values ('lesson-files', $1)`, [
        path,
      ])
    for (const { path } of begun.slice(0, 21)) {
      expect((await send(path)).code).toBeUndefined()
      const size = `update storage.objects set metadata = jsonb_build_object('size', $2::bigint) where name = $1`
      await db.owner(size, [path, 50 * MB])
    }
    expect((await send(begun[21]?.path ?? '')).code).toBe('42501')
    await expect(beginAll(creator, many(1, { size: 1 }))).rejects.toThrow(SENTENCE)
  })
})

test('an administrator uploads whole courses: 20,000 files and 10 GB', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  await beginAll(admin, many(200, { size: 50 * MB }))
  await expect(beginAll(admin, many(5, { size: 50 * MB }))).rejects.toThrow(
    'PT422: At most 20,000 files, and 10 GB, can wait',
  )
})

test('files that lessons use do not count as waiting', async () => {
  await asCreator(async (creator) => {
    const course = await db.course({ by: creator })
    const begun = await beginAll(creator, many(20, { size: 50 * MB }))
    for (const { path } of begun) await arrive(creator, 'lesson-files', path, 50 * MB)
    await write(creator, course.text, begun.map(({ path }) => `lesson-files/${path}`).join('\n'))
    await beginAll(creator, many(20, { size: 50 * MB }))
    expect(await seen(creator)).toContain(begun[0]?.path)
  })
})

test('an interrupted and repeated import of 1,000 files counts once', async () => {
  await asCreator(async (creator) => {
    const course = await db.course({ by: creator })
    const folder = many(1000, { size: MB }).map((file) => ({ ...file, sha256: randomUUID() }))
    const first = await beginAll(creator, folder, course.id)
    for (const { path } of first.slice(0, 300)) await arrive(creator, 'lesson-files', path, MB)
    for (const attempt of [1, 2, 3]) {
      const again = await beginAll(creator, folder, course.id)
      expect(again.map(({ path }) => path)).toEqual(first.map(({ path }) => path))
      expect(
        again.filter(({ known }) => known),
        `attempt ${attempt}`,
      ).toHaveLength(300)
    }
    expect(await begunBy(creator)).toBe(1000)
    // Another file of the same name counts as another file.
    const [changed] = await beginAll(creator, [{ ...folder[999], sha256: randomUUID() }], course.id)
    expect(first.map(({ path }) => path)).not.toContain(changed?.path)
  })
})

test('an upload that never arrived is deleted after a day, with its path', async () => {
  await asCreator(async (creator) => {
    const [lost, came] = await beginAll(creator, many(2))
    await arrive(creator, 'lesson-files', came?.path ?? '')
    await beginAll(creator, many(1000))
    await beginAll(creator, many(998))
    const age = `update private.uploads set created_at = created_at - $2 * interval '1 hour' where user_id = $1`
    await db.owner(age, [creator.id, 23])
    await expect(beginAll(creator, many(1))).rejects.toThrow(SENTENCE)
    await db.owner(age, [creator.id, 2])
    await beginAll(creator, many(1000))
    await beginAll(creator, many(999))
    expect((await arrive(creator, 'lesson-files', lost?.path ?? '')).code).toBe('42501')
    expect(await seen(creator)).toContain(came?.path)
  })
})

test('concurrent calls of one person share the limit', async () => {
  await asCreator(async (creator) => {
    const calls = Array.from({ length: 4 }, () => beginAll(creator, many(900)))
    const ends = await Promise.allSettled(calls)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await begunBy(creator)).toBe(1800)
  })
})
