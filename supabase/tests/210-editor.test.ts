import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

interface Saved {
  id: string
  module_id: string
  updated_at: string
}

const save = (
  who: Person | 'visitor',
  lesson: object,
  attachments: object[] | null = null,
  since: string | null = null,
) =>
  db.as(who, 'select public.save_lesson($1, $2, $3) as saved', [
    JSON.stringify(lesson),
    attachments && JSON.stringify(attachments),
    since,
  ])
const savedOf = (outcome: { rows: Record<string, unknown>[] }) => outcome.rows[0]?.saved as Saved
const lessonRow = async (id: string) =>
  (
    await db.owner(
      'select title, index, content, content_type, updated_at::text as updated_at from public.lessons where id = $1',
      [id],
    )
  )[0]
const attachmentsOf = (id: string) =>
  db.owner(
    'select id, title, url from public.lesson_attachments where lesson_id = $1 order by sort_order',
    [id],
  )

describe('adding', () => {
  test('puts a module and a lesson after the last one, also after a deletion', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    await db.as(admin, `select public.create_module($1, 'Second')`, [course.id])
    await db.as(admin, `select public.create_module($1, '  Third  ')`, [course.id])
    await db.owner(
      `update public.modules set deleted_at = now() where course_id = $1 and title = 'Second'`,
      [course.id],
    )
    const made = await db.as(admin, `select public.create_module($1, 'Fourth') as made`, [
      course.id,
    ])
    expect(made.rows[0]?.made).toMatchObject({ index: 3 })
    await db.as(admin, 'select public.delete_lesson($1)', [course.preview])
    const added = savedOf(await save(admin, { module_id: course.moduleId, title: ' New ' }))
    expect(await lessonRow(added.id)).toMatchObject({
      title: 'New',
      index: 3,
      content_type: 'VIDEO',
    })
  })

  test('gives concurrent additions different positions', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const places = Array.from({ length: 8 }, (_, n) => n)
    const outcomes = await Promise.all(
      places.flatMap((n) => [
        db.as(admin, 'select public.create_module($1, $2)', [course.id, `M${n}`]),
        db.as(admin, 'select public.save_lesson($1)', [
          JSON.stringify({ module_id: course.moduleId, title: `L${n}` }),
        ]),
      ]),
    )
    expect(outcomes.filter(({ code }) => code !== undefined)).toEqual([])
    const [rows] = await db.owner(
      `select (select count(*)::int from public.modules where course_id = $1) as modules,
         (select count(*)::int from public.lessons where module_id = $2) as lessons`,
      [course.id, course.moduleId],
    )
    expect(rows).toEqual({ modules: 9, lessons: 11 })
  })

  test('is for people who may edit the course', async () => {
    const course = await db.course()
    for (const role of ['MEMBER', 'MODERATOR', 'CREATOR'] as const) {
      const person = await db.person({ role })
      await db.entitle(person, course.id)
      expect((await db.as(person, `select public.create_module($1, 'x')`, [course.id])).code).toBe(
        '42501',
      )
      expect((await save(person, { module_id: course.moduleId, title: 'x' })).code).toBe('42501')
      expect((await save(person, { id: course.text, title: 'x' }, [])).code).toBe('42501')
    }
    expect(await lessonRow(course.text)).toMatchObject({ title: 'Reading' })
    expect(await attachmentsOf(course.text)).toHaveLength(1)
  })

  test('creators edit their own course with access to the back-office, and no other', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const [own, other] = [await db.course({ by: creator }), await db.course()]
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await save(creator, { module_id: own.moduleId, title: 'x' })).code).toBeUndefined()
      expect((await save(creator, { module_id: other.moduleId, title: 'x' })).code).toBe('42501')
      expect((await save(creator, { id: other.text, title: 'x' })).code).toBe('42501')
    })
  })
})

describe('saving a lesson', () => {
  test('writes it with its attachments: missing ones are removed, others stay, temp- ids are new', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const [notes] = await attachmentsOf(course.text)
    const lesson = { id: course.text, title: 'Reading', content_type: 'TEXT', content: 'a' }
    await save(admin, lesson, [
      { id: 'temp-1', title: 'First', url: 'https://example.org/1' },
      { id: notes?.id, title: 'Notes, renamed', url: '/app/dashboard' },
    ])
    const [first, renamed] = await attachmentsOf(course.text)
    expect(first).toMatchObject({ title: 'First' })
    expect(renamed).toEqual({ id: notes?.id, title: 'Notes, renamed', url: '/app/dashboard' })
    await save(admin, lesson, [renamed ?? {}, first ?? {}])
    expect(await attachmentsOf(course.text)).toEqual([renamed, first])
    await save(admin, lesson)
    expect(await attachmentsOf(course.text)).toHaveLength(2)
    await save(admin, lesson, [])
    expect(await attachmentsOf(course.text)).toEqual([])
  })

  test('is one transaction', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const outcome = await save(admin, { id: course.text, title: 'Changed' }, [
      { id: 'temp-1', title: 'Bad', url: 'javascript:alert(1)' },
    ])
    expect(outcome).toMatchObject({ code: 'PT422', message: 'Please enter a valid URL' })
    expect(await lessonRow(course.text)).toMatchObject({ title: 'Reading' })
    expect(await attachmentsOf(course.text)).toHaveLength(1)
  })

  test('refuses people who read an older version, and overwrites nothing', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const since = String((await lessonRow(course.text))?.updated_at)
    const mine = { id: course.text, title: 'Mine', content_type: 'TEXT' }
    expect((await save(admin, { ...mine, title: 'Theirs' }, null, since)).code).toBeUndefined()
    expect(await save(admin, mine, null, since)).toMatchObject({ code: 'PT409' })
    expect(await lessonRow(course.text)).toMatchObject({ title: 'Theirs' })
    await db.as(admin, 'select public.delete_lesson($1)', [course.text])
    expect(await save(admin, mine, null, since)).toMatchObject({
      code: '42501',
      message: 'You may not change this lesson, or it has been deleted.',
    })
  })

  test.each([
    [{ title: ' ' }, 'Lesson title is required'],
    [{ title: 'x'.repeat(101) }, 'Title must be less than 100 characters'],
    [{ title: 'x', video_provider: 'YOUTUBE', video_asset_id: 'x' }, 'No valid video URL provided'],
    [{ title: 'x', external_url: 'javascript:alert(1)' }, 'Please enter a valid URL'],
    [
      { title: 'x', description: 'x'.repeat(2001) },
      'Description must be less than 2000 characters',
    ],
    [{ title: 'x', duration_sec: -1 }, 'Duration must be between 0 seconds and 10 days'],
  ])('%j: %s', async (lesson, sentence) => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    expect(await save(admin, { id: course.text, ...lesson })).toMatchObject({
      code: 'PT422',
      message: sentence,
    })
  })
})

describe('impact and bin', () => {
  test('people who may delete contents see what would be lost', async () => {
    const [admin, ada] = [await db.person({ role: 'ADMIN' }), await db.person()]
    const course = await db.course()
    await db.entitle(ada, course.id)
    await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      ada.id,
      course.text,
    ])
    const touched = { count: 1, names: ['Test Person'] }
    expect(await db.value(admin, 'select public.module_impact($1)', [course.moduleId])).toEqual({
      lessons: 3,
      learners_with_progress: 1,
      open: true,
      touched,
    })
    expect(await db.value(admin, 'select public.lesson_impact($1)', [course.text])).toEqual({
      learners_with_progress: 1,
      open: true,
      touched,
    })
    expect((await db.as(ada, 'select public.module_impact($1)', [course.moduleId])).code).toBe(
      '42501',
    )
    expect((await db.as(ada, 'select public.lesson_impact($1)', [course.text])).code).toBe('42501')
  })

  test('people who may restore contents see each once, and nobody else does', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const creator = await db.person({ role: 'CREATOR' })
    const [course, gone] = [await db.course(), await db.course({ title: 'Gone course' })]
    await db.as(admin, 'select public.delete_lesson($1)', [course.link])
    const content = 'select kind, id, lessons::int from public.deleted_content($1)'
    expect((await db.as(admin, content, [course.id])).rows).toEqual([
      { kind: 'lesson', id: course.link, lessons: 1 },
    ])
    await db.as(admin, 'select public.delete_module($1)', [course.moduleId])
    expect((await db.as(admin, content, [course.id])).rows).toEqual([
      { kind: 'module', id: course.moduleId, lessons: 2 },
    ])
    await db.as(admin, 'select public.delete_course($1)', [gone.id])
    const courses = 'select id, title, lessons::int from public.deleted_courses() where id = $1'
    expect((await db.as(admin, courses, [gone.id])).rows).toEqual([
      { id: gone.id, title: 'Gone course', lessons: 3 },
    ])
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await db.as(creator, courses, [gone.id])).rows).toEqual([])
      expect((await db.as(creator, content, [course.id])).code).toBe('42501')
    })
    await db.owner(
      `update public.courses set deleted_at = now() - interval '31 days' where id = $1`,
      [gone.id],
    )
    expect((await db.as(admin, courses, [gone.id])).rows).toEqual([])
  })
})
