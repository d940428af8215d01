import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

interface Preview {
  id: string
  title: string
  type: string
  duration_sec: number
  slug: string
  course: string
  thumbnail_url: string | null
}
const previews = async (who: Person) =>
  (await db.value(who, 'select public.free_previews()')) as Preview[]

type Course = Awaited<ReturnType<typeof db.course>>

/** Creates a course that is newer than all others, so that its previews come first. */
async function newest(options: Parameters<typeof db.course>[0] = {}): Promise<Course> {
  const course = await db.course(options)
  minutes += 1
  await db.owner(
    `update public.courses set created_at = now() + $2 * interval '1 minute' where id = $1`,
    [course.id, minutes],
  )
  return course
}
let minutes = 0

/** Adds a free preview to a course. */
async function free(course: Course, index: number): Promise<string> {
  const [row] = await db.owner(
    `insert into public.lessons (module_id, title, index, content_type, free_preview)
     values ($1, 'One more', $2, 'TEXT', true) returning id`,
    [course.moduleId, index],
  )
  return String(row?.id)
}

describe('free_previews()', () => {
  let mia: Person
  beforeEach(async () => {
    mia = await db.person()
  })

  test('returns the fields for a link to a free lesson, but not its content', async () => {
    const course = await newest({ title: 'Knots' })
    const [first] = await previews(mia)
    expect(first).toEqual({
      id: course.preview,
      title: 'Watching',
      type: 'VIDEO',
      duration_sec: 120,
      slug: course.slug,
      course: 'Knots',
      thumbnail_url: null,
    })
  })

  test('returns six, at most two of a course, newest courses first, each in its order', async () => {
    const made = []
    for (let i = 0; i < 4; i += 1) made.unshift(await newest())
    const [last, third, second, first] = made
    if (!last || !third || !second || !first) throw new Error('no courses')
    const later = await free(last, 8)
    await free(last, 9)
    const begins = await free(third, 3)
    await db.owner('update public.lessons set index = 4 where id = $1', [third.preview])
    expect((await previews(mia)).map(({ id }) => id)).toEqual([
      last.preview,
      later,
      begins,
      third.preview,
      second.preview,
      first.preview,
    ])
  })

  test('returns only lessons that the person may open', async () => {
    const courses = [
      await newest({ status: 'DRAFT' }),
      await newest(),
      await newest(),
      await newest(),
      await newest(),
    ]
    const [, gone, emptied, cut, open] = courses
    await db.owner('update public.courses set deleted_at = now() where id = $1', [gone?.id])
    await db.owner('update public.modules set deleted_at = now() where id = $1', [
      emptied?.moduleId,
    ])
    await db.owner('update public.lessons set deleted_at = now() where id = $1', [cut?.preview])
    const staff = await db.person({ role: 'MODERATOR' })
    for (const who of [mia, staff]) {
      const found = await previews(who)
      expect(found[0]?.id).toBe(open?.preview)
      expect(found.map(({ slug }) => slug)).not.toContain(courses[0]?.slug)
      for (const course of [gone, emptied, cut]) {
        expect(found.map(({ slug }) => slug)).not.toContain(course?.slug)
      }
      for (const { id } of found) {
        const seen = await db.as(who, 'select id from public.lessons where id = $1', [id])
        expect(seen.rows).toEqual([{ id }])
      }
    }
  })

  test('returns nothing to people without access to the product', async () => {
    await newest()
    const [disabled, unverified] = [await db.person(), await db.person({ verified: false })]
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
    expect(await previews(disabled)).toEqual([])
    expect(await previews(unverified)).toEqual([])
    expect((await db.as('visitor', 'select public.free_previews()')).code).toBe('42501')
  })
})
