import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

interface OutlineAnswer {
  slug: string
  entitled: boolean
  ended: boolean
  can_preview: boolean
  modules: { lessons: { id: string; open: boolean; done: boolean; watched?: number }[] }[]
}
const outline = async (who: Person | 'visitor', slug: string) =>
  (await db.value(who, 'select public.course_outline($1)', [slug])) as OutlineAnswer | null
const library = async (who: Person) =>
  (await db.value(who, 'select public.library()')) as Record<string, unknown>[]
const complete = 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)'

describe('completions', () => {
  test('are stored once, for the person’s own and for lessons that they may open', async () => {
    const [ada, grace] = [await db.person(), await db.person()]
    const course = await db.course()
    await db.entitle(ada, course.id)
    expect((await db.as(ada, complete, [ada.id, course.text])).code).toBeUndefined()
    expect((await db.as(ada, complete, [ada.id, course.text])).code).toBe('23505')
    expect(
      (await db.as(ada, `${complete} on conflict do nothing`, [ada.id, course.text])).code,
    ).toBeUndefined()
    expect((await db.as(ada, complete, [grace.id, course.text])).code).toBe('42501')
    expect((await db.as(grace, complete, [grace.id, course.text])).code).toBe('42501')
    expect((await db.as(grace, complete, [grace.id, course.preview])).code).toBeUndefined()
    expect(
      (await db.as(grace, 'select * from public.lesson_completions where user_id = $1', [ada.id]))
        .rows,
    ).toEqual([])
  })

  test('can be undone only by the person', async () => {
    const [ada, grace] = [await db.person(), await db.person()]
    const course = await db.course()
    await db.entitle(ada, course.id)
    await db.as(ada, complete, [ada.id, course.text])
    const undo = 'delete from public.lesson_completions where user_id = $1 returning lesson_id'
    expect((await db.as(grace, undo, [ada.id])).rows).toEqual([])
    expect((await db.as(ada, undo, [ada.id])).rows).toEqual([{ lesson_id: course.text }])
  })

  test('cannot get an earlier time, or be moved to another lesson or person', async () => {
    const ada = await db.person()
    for (const change of ['completed_at = now()', 'user_id = user_id', 'lesson_id = lesson_id']) {
      expect((await db.as(ada, `update public.lesson_completions set ${change}`)).code).toBe(
        '42501',
      )
    }
  })

  test('a creator reads the completions of their own courses, while they may use the back-office', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const ada = await db.person()
    const [own, foreign] = [await db.course({ by: creator }), await db.course()]
    for (const course of [own, foreign]) {
      await db.entitle(ada, course.id)
      await db.as(ada, complete, [ada.id, course.text])
    }
    const read = 'select lesson_id from public.lesson_completions where user_id = $1'
    expect((await db.as(creator, read, [ada.id])).rows).toEqual([])
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await db.as(creator, read, [ada.id])).rows).toEqual([{ lesson_id: own.text }])
    })
  })
})

describe('library()', () => {
  test('counts lessons, names the next unfinished one and puts finished courses last', async () => {
    const ada = await db.person()
    const [half, done, fresh] = [
      await db.course({ title: 'Half' }),
      await db.course({ title: 'Done' }),
      await db.course({ title: 'Fresh' }),
    ]
    for (const course of [half, done, fresh]) await db.entitle(ada, course.id)
    await db.as(ada, complete, [ada.id, half.text])
    for (const lesson of [done.text, done.preview, done.link]) {
      await db.as(ada, complete, [ada.id, lesson])
    }
    const courses = await library(ada)
    expect(courses.map((c) => c.title)).toEqual(['Half', 'Fresh', 'Done'])
    expect(courses[0]).toMatchObject({
      total: 3,
      completed: 1,
      duration_sec: 180,
      next_lesson_id: half.preview,
      ended: false,
    })
    expect(courses[2]).toMatchObject({ completed: 3, next_lesson_id: null })
  })

  test('names the next unfinished lesson in the order of modules, without completed and deleted ones', async () => {
    const ada = await db.person()
    const course = await db.course()
    await db.entitle(ada, course.id)
    // This module is created last but comes before the other.
    await db.owner('update public.modules set index = 5 where id = $1', [course.moduleId])
    const modules = await db.owner(
      `insert into public.modules (course_id, title, index) values ($1, 'Before', 1), ($1, 'Empty', 2), ($1, 'Behind', 6) returning id`,
      [course.id],
    )
    const [before, , behind] = modules.map(({ id }) => id)
    const lessons = await db.owner(
      `insert into public.lessons (module_id, title, index) values ($1, 'Second', 1), ($1, 'First', 0), ($2, 'Last', 0) returning id`,
      [before, behind],
    )
    const [second, first, last] = lessons.map(({ id }) => id)
    const next = async () => (await library(ada))[0]?.next_lesson_id
    expect(await next()).toBe(first)
    await db.owner('update public.lessons set deleted_at = now() where id = $1', [first])
    expect(await next()).toBe(second)
    await db.as(ada, complete, [ada.id, second])
    expect(await next()).toBe(course.text)
    await db.owner('update public.modules set deleted_at = now() where id = $1', [course.moduleId])
    expect(await next()).toBe(last)
    await db.as(ada, complete, [ada.id, last])
    expect(await next()).toBe(null)
  })

  test('shows a course with ended access, without a link to it', async () => {
    const ada = await db.person()
    const course = await db.course()
    await db.entitle(ada, course.id, '-1 day')
    expect(await library(ada)).toMatchObject([{ id: course.id, ended: true, next_lesson_id: null }])
  })

  test('shows a course with two entitlements once, and no drafts', async () => {
    const ada = await db.person()
    const [course, draft] = [await db.course(), await db.course({ status: 'DRAFT' })]
    await db.entitle(ada, course.id, '1 day')
    await db.entitle(ada, draft.id)
    const [purchase] = await db.owner(
      `insert into public.purchases (user_id, course_id, amount_cents, provider, provider_ref) values ($1, $2, 100, 'stripe', gen_random_uuid()::text) returning id`,
      [ada.id, course.id],
    )
    await db.owner(
      `insert into public.entitlements (user_id, course_id, source, purchase_id, granted_by_id) values ($1, $2, 'PURCHASE', $3, null)`,
      [ada.id, course.id, purchase?.id],
    )
    expect(await library(ada)).toMatchObject([{ id: course.id, expires_at: null }])
  })

  test('follows edits: lengths, removed and restored lessons, and their order', async () => {
    const ada = await db.person()
    const course = await db.course()
    await db.entitle(ada, course.id)
    const seen = async () => (await library(ada))[0]
    await db.as(ada, complete, [ada.id, course.text])
    expect(await seen()).toMatchObject({
      total: 3,
      completed: 1,
      duration_sec: 180,
      next_lesson_id: course.preview,
    })
    await db.owner('update public.lessons set duration_sec = 600 where id = $1', [course.link])
    expect(await seen()).toMatchObject({ duration_sec: 780 })
    const bin = 'update public.lessons set deleted_at = $2 where id = $1'
    await db.owner(bin, [course.preview, new Date()])
    expect(await seen()).toMatchObject({
      total: 2,
      completed: 1,
      duration_sec: 660,
      next_lesson_id: course.link,
    })
    await db.as(ada, complete, [ada.id, course.link])
    expect(await seen()).toMatchObject({ completed: 2, next_lesson_id: null })
    await db.owner(bin, [course.preview, null])
    expect(await seen()).toMatchObject({ total: 3, completed: 2, next_lesson_id: course.preview })
  })

  test('sorts by the last watched video, to the second', async () => {
    const ada = await db.person()
    const courses = [await db.course(), await db.course(), await db.course()]
    for (const course of courses) await db.entitle(ada, course.id)
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 60_000)
    for (const [i, course] of courses.entries()) {
      await db.owner(
        'insert into public.lesson_progress (user_id, lesson_id, position_sec, updated_at) values ($1, $2, 1, $3)',
        [ada.id, course.text, new Date(minute.getTime() + ((i + 1) % 3) * 20_000)],
      )
    }
    // The courses were watched 20, 40 and 0 seconds after the start of the minute.
    expect((await library(ada)).map((c) => c.id)).toEqual(
      [courses[1], courses[0], courses[2]].map((course) => course?.id),
    )
  })

  test('returns where to resume: the last course, and the second of its video', async () => {
    const ada = await db.person()
    const [course, other] = [await db.course(), await db.course()]
    for (const { id } of [course, other]) await db.entitle(ada, id)
    const resumed = async () => (await library(ada)).map(({ id, resume }) => ({ id, resume }))
    const watch = (lesson: string, at: string) =>
      db.owner(
        `insert into public.lesson_progress (user_id, lesson_id, position_sec, duration_sec, updated_at)
         values ($1, $2, 431.5, 1199, now() + $3::interval)`,
        [ada.id, lesson, at],
      )
    await db.as(ada, complete, [ada.id, course.text])
    expect(await resumed()).toMatchObject([
      { id: course.id, resume: { lesson_id: course.preview, position_sec: null } },
      { id: other.id, resume: null },
    ])
    // The progress is older than the completion: the person has continued with another lesson since.
    await watch(course.link, '-1 hour')
    expect(await resumed()).toMatchObject([{ resume: { lesson_id: course.preview } }, {}])
    await db.owner('delete from public.lesson_progress where user_id = $1', [ada.id])
    await watch(course.link, '1 second')
    expect(await resumed()).toMatchObject([
      { resume: { lesson_id: course.link, position_sec: 431.5, duration_sec: 1199 } },
      {},
    ])
    await db.as(ada, complete, [ada.id, course.link])
    expect(await resumed()).toMatchObject([{ resume: { lesson_id: course.preview } }, {}])
    await db.as(ada, complete, [ada.id, course.preview])
    expect(await resumed()).toMatchObject([
      { id: other.id, resume: { lesson_id: other.text } },
      { id: course.id, resume: null },
    ])
  })

  test('is empty for people without courses and refused to visitors', async () => {
    expect(await library(await db.person())).toEqual([])
    expect((await db.as('visitor', 'select public.library()')).code).toBe('42501')
  })
})

describe('course_outline()', () => {
  test('shows a member with access all lessons as open, and the completed ones', async () => {
    const ada = await db.person()
    const course = await db.course()
    await db.entitle(ada, course.id)
    await db.as(ada, complete, [ada.id, course.text])
    const answer = await outline(ada, course.slug)
    expect(answer).toMatchObject({ entitled: true, can_preview: false, ended: false })
    expect(answer?.modules[0]?.lessons.map((l) => [l.id, l.open, l.done])).toEqual([
      [course.text, true, true],
      [course.preview, true, false],
      [course.link, true, false],
    ])
  })

  test('shows how much of an unfinished video the person watched, if it is known', async () => {
    const [ada, grace] = [await db.person(), await db.person()]
    const course = await db.course()
    for (const person of [ada, grace]) await db.entitle(person, course.id)
    const watched = async (who: Person) =>
      (await outline(who, course.slug))?.modules[0]?.lessons.map((lesson) => lesson.watched)
    const nothing = [undefined, undefined, undefined]
    const watch = async (pieces: string, seconds: number | null) => {
      await db.owner('delete from public.lesson_progress where user_id = $1', [ada.id])
      await db.owner(
        'insert into public.lesson_progress (user_id, lesson_id, position_sec, duration_sec, watched) values ($1, $2, 1, $4, $3)',
        [ada.id, course.preview, pieces, seconds],
      )
      await db.owner('delete from public.lesson_completions where user_id = $1', [ada.id])
    }
    expect(await watched(ada)).toEqual(nothing)
    await watch('{[0,100),[200,317)}', 1199)
    expect(await watched(ada)).toEqual([undefined, 18, undefined])
    expect(await watched(grace)).toEqual(nothing)
    // The ranges are longer than the video, as after it was replaced by a shorter one.
    await watch('{[0,2000)}', 1199)
    expect(await watched(ada)).toEqual([undefined, 99, undefined])
    await watch('{[0,5)}', 1199)
    expect(await watched(ada)).toEqual(nothing)
    await watch('{}', 1199)
    expect(await watched(ada)).toEqual(nothing)
    await db.owner('update public.lessons set duration_sec = 0 where id = $1', [course.preview])
    await watch('{[0,100)}', null)
    expect(await watched(ada)).toEqual(nothing)
    await db.owner('update public.lessons set duration_sec = 400 where id = $1', [course.preview])
    expect(await watched(ada)).toEqual([undefined, 25, undefined])
    await db.as(ada, complete, [ada.id, course.preview])
    expect(await watched(ada)).toEqual(nothing)
  })

  test('shows a member without access only titles, with the preview open', async () => {
    const course = await db.course()
    const answer = await outline(await db.person(), course.slug)
    expect(answer).toMatchObject({ entitled: false })
    expect(answer?.modules[0]?.lessons.map((l) => l.open)).toEqual([false, true, false])
    const text = JSON.stringify(answer)
    for (const secret of ['secret', 'aqz-KE-bpKQ', 'example.org'])
      expect(text).not.toContain(secret)
  })

  test('answers the same for drafts and unknown slugs, except to people who may edit', async () => {
    const course = await db.course({ status: 'DRAFT' })
    const ada = await db.person()
    await db.entitle(ada, course.id)
    expect(await outline(ada, course.slug)).toBeNull()
    expect(await outline(ada, 'no-such-course')).toBeNull()
    expect(await outline(await db.person({ role: 'ADMIN' }), course.slug)).toMatchObject({
      can_preview: true,
      entitled: false,
    })
  })

  test('finds a course by an old slug, unless another course uses it now', async () => {
    const ada = await db.person()
    const course = await db.course()
    await db.entitle(ada, course.id)
    await db.owner(`update public.courses set slug = slug || '-new' where id = $1`, [course.id])
    expect(await outline(ada, course.slug)).toMatchObject({ slug: `${course.slug}-new` })
    const other = await db.course()
    await db.owner('update public.courses set slug = $2 where id = $1', [other.id, course.slug])
    expect(await outline(ada, course.slug)).toMatchObject({ slug: course.slug, entitled: false })
  })

  test('says that access has ended', async () => {
    const ada = await db.person()
    const course = await db.course()
    await db.entitle(ada, course.id, '-1 day')
    expect(await outline(ada, course.slug)).toMatchObject({ entitled: false, ended: true })
  })

  test('returns nothing to visitors and to accounts that are not active', async () => {
    const course = await db.course()
    expect((await db.as('visitor', 'select public.course_outline($1)', [course.slug])).code).toBe(
      '42501',
    )
    expect(await outline(await db.person({ verified: false }), course.slug)).toBeNull()
  })
})
