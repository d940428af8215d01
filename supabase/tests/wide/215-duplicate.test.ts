import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Outcome, type Person, useDatabase } from '../database'

const db = useDatabase()

interface Copy {
  id: string
  title: string
}

const duplicate = (who: Person | 'visitor', kind: 'course' | 'module' | 'lesson', id: string) =>
  db.call(who, `duplicate_${kind}`, { [`${kind}_id`]: id })
const copyOf = ({ rows }: Outcome) => rows[0]?.answer as Copy
const lessonsOf = (moduleId: string) =>
  db.owner(
    'select title, index from public.lessons where module_id = $1 and deleted_at is null order by index',
    [moduleId],
  )
const records = (targets: string[]) =>
  db.owner(
    `select action, user_id, after ->> 'title' as title, after ->> 'copy_of' as copy_of
     from public.audit_logs where target_id = any($1) and action like '%.duplicate'`,
    [targets],
  )
/** Returns all parts of a lesson that a copy has too. */
const sameParts = async (id: string) =>
  (
    await db.owner(
      `select to_jsonb(l) - array['id', 'module_id', 'title', 'index', 'created_at', 'updated_at'] as lesson,
         (select jsonb_agg(jsonb_build_array(a.title, a.url, a.sort_order) order by a.sort_order)
          from public.lesson_attachments a where a.lesson_id = l.id) as attachments
       from public.lessons l where l.id = $1`,
      [id],
    )
  )[0]

describe('a lesson', () => {
  test('is copied right after itself, with everything but its progress', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const learner = await db.person()
    await db.entitle(learner, course.id)
    await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      learner.id,
      course.text,
    ])
    await db.owner(
      `update public.lessons set content = 'Words', duration_sec = 90, description = 'About' where id = $1`,
      [course.text],
    )
    const before = await lessonsOf(course.moduleId)
    const copy = copyOf(await duplicate(admin, 'lesson', course.text))
    expect(copy.title).toBe(`${before[0]?.title} (copy)`)
    expect(await lessonsOf(course.moduleId)).toEqual([
      before[0],
      { title: copy.title, index: 1 },
      ...before.slice(1).map(({ title }, at) => ({ title, index: at + 2 })),
    ])
    const original = await sameParts(course.text)
    expect(original?.attachments).not.toBeNull()
    expect(await sameParts(copy.id)).toEqual(original)
    expect(
      await db.owner('select 1 from public.lesson_completions where lesson_id = $1', [copy.id]),
    ).toEqual([])
    expect(await records([copy.id])).toEqual([
      {
        action: 'lesson.duplicate',
        user_id: admin.id,
        title: copy.title,
        copy_of: course.text,
      },
    ])
  })

  test('gets a title of at most 100 characters, even if the title of the original is that long', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    await db.owner('update public.lessons set title = $2 where id = $1', [
      course.text,
      'x'.repeat(100),
    ])
    expect(copyOf(await duplicate(admin, 'lesson', course.text)).title).toBe(
      `${'x'.repeat(93)} (copy)`,
    )
  })

  test('is copied twice by two people at the same time', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const outcomes = await Promise.all([1, 2, 3].map(() => duplicate(admin, 'lesson', course.text)))
    expect(outcomes.map(({ code }) => code)).toEqual([undefined, undefined, undefined])
    expect((await lessonsOf(course.moduleId)).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5])
  })
})

test('a module is copied right after itself, with its lessons in order and without deleted ones', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  await db.owner(
    `insert into public.modules (course_id, title, index) values ($1, 'Module two', 1)`,
    [course.id],
  )
  await db.owner(`update public.modules set source_path = '01-one' where id = $1`, [
    course.moduleId,
  ])
  await db.owner(`update public.lessons set deleted_at = now() where id = $1`, [course.preview])
  const copy = copyOf(await duplicate(admin, 'module', course.moduleId))
  expect(
    await db.owner(
      'select title, index, source_path from public.modules where course_id = $1 order by index',
      [course.id],
    ),
  ).toEqual([
    { title: 'Module one', index: 0, source_path: '01-one' },
    { title: 'Module one (copy)', index: 1, source_path: null },
    { title: 'Module two', index: 2, source_path: null },
  ])
  expect(await lessonsOf(copy.id)).toEqual(await lessonsOf(course.moduleId))
  expect(await records([copy.id])).toMatchObject([
    { action: 'module.duplicate', user_id: admin.id },
  ])
})

describe('a course', () => {
  test('is copied as a draft of the caller, with its contents and without its learners', async () => {
    const [admin, learner] = [await db.person({ role: 'ADMIN' }), await db.person()]
    const creator = await db.person({ role: 'CREATOR' })
    const course = await db.course({ by: creator, title: 'Git' })
    await db.entitle(learner, course.id)
    await db.owner(
      `update public.courses set description = 'About', author_name = 'Ann', category = 'Tools' where id = $1`,
      [course.id],
    )
    const copy = copyOf(await duplicate(admin, 'course', course.id))
    expect(
      await db.owner(
        `select title, slug, status, created_by_id, description, author_name, category,
           (select count(*)::int from public.entitlements e where e.course_id = c.id) as learners,
           (select count(*)::int from public.modules m where m.course_id = c.id) as modules
         from public.courses c where id = $1`,
        [copy.id],
      ),
    ).toEqual([
      {
        title: 'Git (copy)',
        slug: `${course.slug}-copy`,
        status: 'DRAFT',
        created_by_id: admin.id,
        description: 'About',
        author_name: 'Ann',
        category: 'Tools',
        learners: 0,
        modules: 1,
      },
    ])
    const [module] = await db.owner('select id from public.modules where course_id = $1', [copy.id])
    expect(await lessonsOf(String(module?.id))).toEqual(await lessonsOf(course.moduleId))
    const [text] = await db.owner(
      'select id from public.lessons where module_id = $1 and index = 0',
      [module?.id],
    )
    expect(await sameParts(String(text?.id))).toEqual(await sameParts(course.text))
    expect(await records([copy.id])).toEqual([
      { action: 'course.duplicate', user_id: admin.id, title: copy.title, copy_of: course.id },
    ])
  })

  test('gets links between its lessons that lead to the copies', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const elsewhere = `/app/courses/another/lesson/${randomUUID()}`
    const link = (slug: string, id: string) =>
      `[on](/app/courses/${slug}/lesson/${id}#top) [out](${elsewhere})`
    await db.owner('update public.lessons set content = $1 where id = $2', [
      link(course.slug, course.preview),
      course.text,
    ])
    const copy = copyOf(await duplicate(admin, 'course', course.id))
    const [made] = await db.owner(
      `select (select l.content from public.lessons l where l.module_id = m.id and l.index = t.index) as content,
         (select l.id from public.lessons l where l.module_id = m.id and l.index = v.index) as next
       from public.modules m, public.lessons t, public.lessons v where m.course_id = $1 and t.id = $2 and v.id = $3`,
      [copy.id, course.text, course.preview],
    )
    expect(made?.next).not.toBe(course.preview)
    expect(made?.content).toBe(link(`${course.slug}-copy`, String(made?.next)))
  })

  test('gets a slug that no course has or had', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const slug = `s${randomUUID().replaceAll('-', '')}-and-more-to-come`.slice(0, 50)
    await db.owner('update public.courses set slug = $2 where id = $1', [course.id, slug])
    const slugOf = async (copy: Copy) =>
      (await db.owner('select slug from public.courses where id = $1', [copy.id]))[0]?.slug
    const first = copyOf(await duplicate(admin, 'course', course.id))
    expect(await slugOf(first)).toBe(`${slug.slice(0, 45).replace(/-+$/, '')}-copy`)
    const moved = `m${randomUUID().slice(0, 8)}`
    await db.owner('update public.courses set slug = $2 where id = $1', [first.id, moved])
    const second = copyOf(await duplicate(admin, 'course', course.id))
    expect(await slugOf(second)).toBe(`${slug.slice(0, 43).replace(/-+$/, '')}-copy-2`)
  })

  test('of a thousand lessons is copied in about a second', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    await db.owner(
      `insert into public.lessons (module_id, title, index, content_type, content)
       select $1, 'Lesson ' || n, n + 10, 'TEXT', repeat('Words of a lesson. ', 50) from generate_series(1, 1000) n`,
      [course.moduleId],
    )
    const copy = copyOf(await duplicate(admin, 'course', course.id))
    expect(
      await db.owner(
        `select count(*)::int as lessons from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = $1`,
        [copy.id],
      ),
    ).toEqual([{ lessons: 1003 }])
  })
})

describe('copying', () => {
  test('is refused to learners, moderators, other creators and visitors', async () => {
    const course = await db.course()
    const people: Person[] = []
    for (const role of ['MEMBER', 'MODERATOR', 'CREATOR'] as const) {
      const person = await db.person({ role })
      await db.entitle(person, course.id)
      people.push(person)
    }
    // A creator who has access as a learner can read the whole course, but may not duplicate it.
    await db.withSettings({ creators_admin_panel: true }, async () => {
      for (const who of [...people, 'visitor' as const]) {
        expect((await duplicate(who, 'course', course.id)).code).toBe('42501')
        expect((await duplicate(who, 'module', course.moduleId)).code).toBe('42501')
        expect((await duplicate(who, 'lesson', course.text)).code).toBe('42501')
      }
    })
    expect(
      await db.owner(
        `select (select count(*)::int from public.courses where created_by_id = any($1)) as courses,
           (select count(*)::int from public.modules where course_id = $2) as modules,
           (select count(*)::int from public.lessons where module_id = $3) as lessons,
           (select count(*)::int from public.audit_logs where user_id = any($1) and action like '%.duplicate') as records`,
        [people.map(({ id }) => id), course.id, course.moduleId],
      ),
    ).toEqual([{ courses: 0, modules: 1, lessons: 3, records: 0 }])
  })

  test('is allowed to creators for their own contents, with access to the back-office', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const course = await db.course({ by: creator })
    expect((await duplicate(creator, 'lesson', course.text)).code).toBe('42501')
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await duplicate(creator, 'lesson', course.text)).code).toBeUndefined()
      expect((await duplicate(creator, 'module', course.moduleId)).code).toBeUndefined()
      const copy = copyOf(await duplicate(creator, 'course', course.id))
      expect(
        await db.owner('select created_by_id from public.courses where id = $1', [copy.id]),
      ).toEqual([{ created_by_id: creator.id }])
    })
  })
})

test('copying is refused for deleted and unknown contents', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  await db.owner('update public.lessons set deleted_at = now() where id = $1', [course.text])
  expect((await duplicate(admin, 'lesson', course.text)).code).toBe('42501')
  await db.as(admin, 'select public.delete_course($1)', [course.id])
  expect((await duplicate(admin, 'lesson', course.preview)).code).toBe('42501')
  expect((await duplicate(admin, 'module', course.moduleId)).code).toBe('42501')
  expect((await duplicate(admin, 'course', course.id)).code).toBe('42501')
  expect((await duplicate(admin, 'course', randomUUID())).code).toBe('42501')
})
