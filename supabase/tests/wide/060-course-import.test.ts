import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'

const db = useDatabase()

interface Report {
  course: { id: string; status: string }
  modules: { status: string }[]
  lessons: { source_path: string; status: string }[]
  absent: { lessons: { source_path: string | null; title: string }[] }
}

const lesson = (path: string, content = 'text', link: string | null = null) => ({
  source_path: path,
  title: path,
  content_type: 'TEXT',
  video_provider: 'NONE',
  video_asset_id: null,
  video_start_sec: 0,
  external_url: link,
  description: null,
  content,
  duration_sec: 0,
  free_preview: false,
})
const payload = (slug: string, lessons: ReturnType<typeof lesson>[], publish = false) => ({
  course: { title: 'Imported', slug, publish },
  modules: [
    {
      source_path: 'a',
      title: 'A',
      lessons: lessons.filter((l) => l.source_path.startsWith('a/')),
    },
    {
      source_path: 'b',
      title: 'B',
      lessons: lessons.filter((l) => l.source_path.startsWith('b/')),
    },
  ],
})
const run = async (who: Person, body: unknown, dryRun = false) =>
  (await db.value(who, 'select public.import_course($1, $2)', [
    JSON.stringify(body),
    dryRun,
  ])) as Report
const slug = () => `import-${randomUUID().slice(0, 8)}`
const stored = (id: string) =>
  db.owner(
    `select m.title as module, l.index, l.source_path, l.content from public.lessons l join public.modules m on m.id = l.module_id
     where m.course_id = $1 order by m.index, l.index`,
    [id],
  )

test('an administrator imports a folder as a course, and a dry run changes nothing', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const body = payload(slug(), [lesson('a/one'), lesson('a/two'), lesson('b/one')], true)
  const dry = await run(admin, body, true)
  expect(dry.course).toMatchObject({ id: null, status: 'created' })
  expect(
    await db.owner('select 1 from public.courses where slug = $1', [body.course.slug]),
  ).toEqual([])
  const real = await run(admin, body)
  expect(real.lessons.map((l) => l.status)).toEqual(['created', 'created', 'created'])
  expect(
    await db.owner('select status from public.courses where id = $1', [real.course.id]),
  ).toEqual([{ status: 'PUBLISHED' }])
  expect((await stored(real.course.id)).map((l) => [l.module, l.index, l.source_path])).toEqual([
    ['A', 0, 'a/one'],
    ['A', 1, 'a/two'],
    ['B', 0, 'b/one'],
  ])
})

test('a second import updates the course, keeps completions and manual additions', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const ada = await db.person()
  const name = slug()
  const first = await run(
    admin,
    payload(name, [lesson('a/one'), lesson('a/two'), lesson('b/one')], true),
  )
  await db.entitle(ada, first.course.id)
  const [one] = await db.owner(
    `select l.id, l.module_id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = $1 and l.source_path = 'a/one'`,
    [first.course.id],
  )
  await db.as(ada, 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
    ada.id,
    one?.id,
  ])
  await db.owner(
    `insert into public.lessons (module_id, title, index, content_type) values ($1, 'By hand', 2, 'TEXT')`,
    [one?.module_id],
  )

  const same = await run(admin, payload(name, [lesson('a/one'), lesson('a/two'), lesson('b/one')]))
  expect([
    same.course.status,
    ...same.modules.map((m) => m.status),
    ...same.lessons.map((l) => l.status),
  ]).toEqual(Array(6).fill('unchanged'))

  const second = await run(
    admin,
    payload(name, [lesson('a/new'), lesson('a/one', 'changed'), lesson('b/one')]),
  )
  expect(Object.fromEntries(second.lessons.map((l) => [l.source_path, l.status]))).toEqual({
    'a/new': 'created',
    'a/one': 'updated',
    'b/one': 'unchanged',
  })
  expect(second.absent.lessons).toMatchObject([
    { source_path: 'a/two', title: 'a/two' },
    { source_path: null, title: 'By hand' },
  ])
  expect((await stored(first.course.id)).map((l) => [l.module, l.source_path, l.content])).toEqual([
    ['A', 'a/new', 'text'],
    ['A', 'a/one', 'changed'],
    ['A', 'a/two', 'text'],
    ['A', null, null],
    ['B', 'b/one', 'text'],
  ])
  expect(
    await db.owner('select lesson_id from public.lesson_completions where user_id = $1', [ada.id]),
  ).toEqual([{ lesson_id: one?.id }])
})

test('lessons link to each other in the course into which they are imported', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const [standIn, other] = ['00000000-0000-4000-8000-000000000002', randomUUID()]
  const name = slug()
  const to = (id: string, course = name) => `[on](/app/courses/${course}/lesson/${id}#next)`
  const listed = [
    lesson('a/one', `${to(standIn)} and ${to(other)}`),
    { ...lesson('b/two', to(standIn)), id: standIn },
  ]
  const { course } = await run(admin, payload(name, listed))
  const lessons = await db.owner(
    `select l.id, l.content from public.lessons l join public.modules m on m.id = l.module_id
     where m.course_id = $1 order by m.index`,
    [course.id],
  )
  const [one, two] = lessons.map(({ id }) => String(id))
  expect(two).not.toBe(standIn)
  expect(lessons.map(({ content }) => content)).toEqual([
    `${to(String(two))} and ${to(other)}`,
    to(String(two)),
  ])
  const again = await run(admin, payload(name, listed))
  expect(again.lessons.map(({ status }) => status)).toEqual(['unchanged', 'unchanged'])

  // The links have the form of an export, with another slug.
  const copy = slug()
  const exported = [
    { ...lesson('a/one', to(String(two))), id: one },
    { ...lesson('b/two', to(String(one))), id: two },
  ]
  const made = await run(admin, payload(copy, exported))
  const copied = await db.owner(
    `select l.id, l.content from public.lessons l join public.modules m on m.id = l.module_id
     where m.course_id = $1 order by m.index`,
    [made.course.id],
  )
  expect(copied.map(({ content }) => content)).toEqual([
    to(String(copied[1]?.id), copy),
    to(String(copied[0]?.id), copy),
  ])
})

test('one invalid value stops the whole import', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const name = slug()
  const bad = lesson('b/bad', 'text', 'javascript:alert(1)')
  const outcome = await db.as(admin, 'select public.import_course($1, false)', [
    JSON.stringify(payload(name, [lesson('a/one'), bad])),
  ])
  expect(outcome.code).toBe('PT422')
  expect(await db.owner('select 1 from public.courses where slug = $1', [name])).toEqual([])
})

test('members may not import, creators only with access to the back-office and into their own courses', async () => {
  const member = await db.person()
  const creator = await db.person({ role: 'CREATOR' })
  const admin = await db.person({ role: 'ADMIN' })
  const name = slug()
  await run(admin, payload(name, [lesson('a/one')]))
  const attempt = (who: Person, slugWanted: string) =>
    db.as(who, 'select public.import_course($1, false)', [
      JSON.stringify(payload(slugWanted, [lesson('a/one', 'theirs')])),
    ])
  expect((await attempt(member, slug())).code).toBe('42501')
  expect((await attempt(creator, slug())).code).toBe('42501')
  expect((await db.as('visitor', `select public.import_course('{}', true)`)).code).toBe('42501')
  await db.withSettings({ creators_admin_panel: true }, async () => {
    expect((await attempt(creator, slug())).code).toBeUndefined()
    expect((await attempt(creator, name)).code).toBe('42501')
  })
})
