import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { courseFolders, type Exported, listed, words } from '../scenes/course-folders'

// A course is exported as a folder, and an import of the folder yields the same course.
const db = useDatabase()
const { read, send, run, changes } = courseFolders(db)

test('the whole course is exported in order, and the act is recorded', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const { course: head, modules } = await read(admin, course.id)
  expect(head).toEqual({
    title: 'A course',
    slug: course.slug,
    description: null,
    author_name: null,
    author_description: null,
    thumbnail_url: null,
    category: null,
  })
  expect(modules.map(({ id }) => id)).toEqual([course.moduleId])
  expect(modules[0]?.lessons.map(({ title }) => title)).toEqual([
    'Reading',
    'Watching',
    'Looking it up',
  ])
  expect(modules[0]?.lessons[0]).toEqual({
    id: course.text,
    title: 'Reading',
    content_type: 'TEXT',
    video_provider: 'NONE',
    video_asset_id: null,
    video_start_sec: 0,
    external_url: null,
    description: null,
    content: 'secret text',
    file_key: null,
    file_name: null,
    file_size: null,
    duration_sec: 60,
    free_preview: false,
    attachments: [{ title: 'Notes', url: 'https://example.org/notes' }],
  })
  expect(
    await db.owner(
      `select user_id, action, target_type, user_agent from public.audit_logs where target_id = $1 and action = 'data.export'`,
      [course.id],
    ),
  ).toEqual([
    { user_id: admin.id, action: 'data.export', target_type: 'course', user_agent: 'vitest' },
  ])
})

test('only people who may edit a course export it, not its learners', async () => {
  const [creator, stranger] = [
    await db.person({ role: 'CREATOR' }),
    await db.person({ role: 'CREATOR' }),
  ]
  const [moderator, member] = [await db.person({ role: 'MODERATOR' }), await db.person()]
  const course = await db.course({ by: creator })
  await db.entitle(member, course.id)
  await db.entitle(stranger, course.id)
  const attempt = async (who: Person | 'visitor', id: string) =>
    (await db.as(who, 'select public.export_course($1)', [id])).code
  await db.withSettings({ creators_admin_panel: true }, async () => {
    expect(await attempt(creator, course.id)).toBeUndefined()
    for (const who of [stranger, moderator, member, 'visitor'] as const) {
      expect(await attempt(who, course.id)).toBe('42501')
    }
  })
  expect(await attempt(creator, course.id)).toBe('42501')
  expect(await attempt(await db.person({ role: 'ADMIN' }), randomUUID())).toBe('42501')
  expect(
    await db.owner(
      `select user_id from public.audit_logs where target_id = $1 and action = 'data.export'`,
      [course.id],
    ),
  ).toEqual([{ user_id: creator.id }])
})

test('an unchanged folder is imported without a change', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  await db.owner(`update public.lessons set content = '' where id = $1`, [course.link])
  await db.owner(`insert into public.modules (course_id, title, index) values ($1, 'Empty', 1)`, [
    course.id,
  ])
  const before = await read(admin, course.id)
  const quiet = (await changes(course.id)).length
  const report = await run(admin, listed(before))
  expect(words(report)).toEqual(Array(6).fill('unchanged'))
  expect(report.course.reordered).toBe(false)
  expect(report.absent).toEqual({ modules: [], lessons: [] })
  expect((await changes(course.id)).length).toBe(quiet)
  expect(await read(admin, course.id)).toEqual(before)
})

test('a folder that is imported as a new course makes a course that differs only in its ids', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const before = await read(admin, course.id)
  const slug = `copy-${randomUUID().slice(0, 8)}`
  const made = await run(admin, listed({ ...before, course: { ...before.course, slug } }))
  expect(new Set(words(made))).toEqual(new Set(['created']))
  const copy = await read(admin, made.course.id)
  const plain = (tree: Exported) => ({
    course: { ...tree.course, slug: '' },
    modules: tree.modules.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map((lesson) => ({ ...lesson, id: '' })),
    })),
  })
  expect(plain(copy)).toEqual(plain(before))
  expect(copy.modules[0]?.id).not.toBe(course.moduleId)
  expect((await read(admin, course.id)).modules).toEqual(before.modules)
})

test('a lesson is identified by its id in any place, and keeps its completions', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const ada = await db.person()
  const course = await db.course()
  await db.entitle(ada, course.id)
  await db.as(ada, 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
    ada.id,
    course.link,
  ])
  const folder = listed(await read(admin, course.id))
  const [text, video, link] = folder.modules[0]?.lessons ?? []
  if (!text || !video || !link) throw new Error('three lessons')
  const rearranged = {
    ...folder,
    modules: [
      {
        id: randomUUID(),
        title: 'New',
        source_path: 'new',
        lessons: [{ ...link, source_path: 'new/x.md', title: 'Renamed', attachments: [] }],
      },
      { ...folder.modules[0], lessons: [video, text] },
    ],
  }
  const dry = await run(admin, rearranged, { dryRun: true })
  expect(dry.lessons).toEqual([
    { source_path: 'new/x.md', status: 'updated', moved: true },
    { source_path: 'm0/l1.md', status: 'unchanged', moved: false },
    { source_path: 'm0/l0.md', status: 'unchanged', moved: false },
  ])
  expect(dry.modules.map(({ reordered }) => reordered)).toEqual([false, true])
  expect(dry.learners).toEqual({ with_access: 1, completed_updated: 1, completed_absent: 0 })
  await run(admin, rearranged)
  const after = await read(admin, course.id)
  expect(after.modules.map((m) => m.lessons.map(({ id }) => id))).toEqual([
    [course.link],
    [course.preview, course.text],
  ])
  expect(
    await db.owner('select lesson_id from public.lesson_completions where user_id = $1', [ada.id]),
  ).toEqual([{ lesson_id: course.link }])
  expect(new Set(words(await run(admin, rearranged)))).toEqual(new Set(['unchanged']))
})

test('an id of another course gives no access to it', async () => {
  const creator = await db.person({ role: 'CREATOR' })
  const foreign = await db.course({ title: 'Foreign' })
  await db.withSettings({ creators_admin_panel: true }, async () => {
    const mine = await db.course({ by: creator })
    const folder = listed(await read(creator, mine.id))
    const stolen = {
      ...folder,
      modules: folder.modules.map((module) => ({
        ...module,
        id: foreign.moduleId,
        lessons: module.lessons.map((lesson) => ({ ...lesson, id: foreign.text, title: 'Mine' })),
      })),
    }
    const report = await run(creator, stolen)
    expect(report.lessons.map(({ status }) => status)).toEqual(Array(3).fill('created'))
    // The same id twice, or no id, does not give access either.
    expect((await send(creator, { ...stolen, course: { slug: foreign.slug } })).code).toBe('42501')
  })
  expect(
    await db.owner('select title, content from public.lessons where id = $1', [foreign.text]),
  ).toEqual([{ title: 'Reading', content: 'secret text' }])
})

test('a lesson and a module lose a path that the folder gives to another one, and the next import finds them all', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const folder = listed(await read(admin, course.id))
  const [module] = folder.modules
  const [first, ...rest] = module?.lessons ?? []
  if (!module || !first) throw new Error('a lesson')
  await db.owner(`update public.lessons set source_path = 'm0/new.md' where id = $1`, [first.id])
  await db.owner(`update public.modules set source_path = 'new' where id = $1`, [module.id])
  const { id: _id, ...plain } = first
  const wanted = {
    ...folder,
    modules: [
      { ...module, lessons: [first, ...rest, { ...plain, source_path: 'm0/new.md' }] },
      { title: 'Another', source_path: 'new', lessons: [] },
    ],
  }
  const made = await run(admin, wanted)
  expect(made.modules.map(({ status }) => status)).toEqual(['unchanged', 'created'])
  expect(made.lessons.at(-1)?.status).toBe('created')
  expect(new Set(words(await run(admin, wanted)))).toEqual(new Set(['unchanged']))
})

test('content that is not in the folder is kept at the end, or moves to the bin and can be restored', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const ada = await db.person()
  const course = await db.course()
  await db.entitle(ada, course.id)
  await db.as(ada, 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
    ada.id,
    course.text,
  ])
  await db.owner(`insert into public.modules (course_id, title, index) values ($1, 'Gone', 1)`, [
    course.id,
  ])
  const folder = listed(await read(admin, course.id))
  const [module] = folder.modules
  if (!module) throw new Error('a module')
  const less = { ...folder, modules: [{ ...module, lessons: module.lessons.slice(1) }] }
  const dry = await run(admin, less, { dryRun: true, missing: 'bin' })
  expect(dry.absent.modules.map(({ title }) => title)).toEqual(['Gone'])
  expect(dry.absent.lessons.map(({ title }) => title)).toEqual(['Reading'])
  expect(dry.learners?.completed_absent).toBe(1)
  await run(admin, less)
  const titles = async () =>
    (await read(admin, course.id)).modules.map((m) => [m.title, ...m.lessons.map((l) => l.title)])
  expect(await titles()).toEqual([['Module one', 'Watching', 'Looking it up', 'Reading'], ['Gone']])
  await run(admin, less, { missing: 'bin' })
  expect(await titles()).toEqual([['Module one', 'Watching', 'Looking it up']])
  expect((await db.as(admin, 'select public.restore_lesson($1)', [course.text])).code).toBe(
    undefined,
  )
  expect((await titles())[0]?.at(-1)).toBe('Reading')
  expect(
    await db.owner('select 1 as kept from public.lesson_completions where user_id = $1', [ada.id]),
  ).toEqual([{ kept: 1 }])
})

test('an import does not overwrite changes that were made after its check; repeating an import causes no conflict', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const folder = listed(await read(admin, course.id))
  const [module] = folder.modules
  if (!module) throw new Error('a module')
  const edited = {
    ...folder,
    modules: [{ ...module, lessons: module.lessons.map((l) => ({ ...l, content: 'new' })) }],
  }
  const { version } = await run(admin, edited, { dryRun: true })
  for (const change of [
    `update public.lesson_attachments set title = 'Other' where lesson_id = '${course.text}'`,
    `update public.lessons set title = 'Edited in between' where id = '${course.preview}'`,
  ]) {
    await db.owner(change)
    const late = await send(admin, edited, { since: version })
    expect(late.code).toBe('PT409')
  }
  expect((await read(admin, course.id)).modules[0]?.lessons[0]?.content).toBe('secret text')
  const again = await run(admin, edited, { dryRun: true })
  await run(admin, edited, { since: again.version })
  expect(words(await run(admin, edited, { since: again.version }))).toEqual(
    Array(5).fill('unchanged'),
  )
})

test('attachments, all fields of the course, and lessons without a text are imported', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const folder = listed(await read(admin, course.id))
  const [module] = folder.modules
  const [text, ...rest] = module?.lessons ?? []
  if (!module || !text) throw new Error('a lesson')
  const links = [
    { title: 'Second', url: '/app/dashboard' },
    { title: 'Notes', url: 'https://example.org/notes' },
  ]
  const wanted = {
    course: {
      ...folder.course,
      description: 'Words',
      category: 'Tea',
      author_name: 'Ida',
      author_description: 'Teaches',
      thumbnail_url: 'https://example.org/t.png',
      publish: false,
    },
    modules: [{ ...module, lessons: [{ ...text, content: null, attachments: links }, ...rest] }],
  }
  expect(words(await run(admin, wanted))).toEqual([
    'updated',
    'unchanged',
    'updated',
    'unchanged',
    'unchanged',
  ])
  const after = await read(admin, course.id)
  expect(after.course).toMatchObject({ author_description: 'Teaches', category: 'Tea' })
  expect(after.modules[0]?.lessons[0]).toMatchObject({ content: null, attachments: links })
  const { attachments: _left, ...without } = wanted.modules[0]?.lessons[0] ?? text
  const silent = { ...wanted, modules: [{ ...module, lessons: [without, ...rest] }] }
  expect(new Set(words(await run(admin, silent)))).toEqual(new Set(['unchanged']))
  const refused = await send(admin, {
    ...wanted,
    modules: [{ ...module, lessons: [{ ...text, attachments: [{ title: 'x', url: 'ftp://x' }] }] }],
  })
  expect([refused.code, refused.message]).toEqual(['PT422', 'Please enter a valid URL'])
})

test('invalid lists are refused in a sentence', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const folder = listed(await read(admin, course.id))
  const twice = { ...folder, modules: [...folder.modules, ...folder.modules] }
  expect((await send(admin, twice)).message).toBe('The import names a path twice.')
  const many = {
    ...folder,
    modules: Array.from({ length: 1001 }, (_, m) => ({
      title: 'x',
      source_path: `${m}`,
      lessons: [],
    })),
  }
  expect((await send(admin, many)).message).toBe(
    'A course has at most 1,000 modules and 5,000 lessons.',
  )
  expect((await send(admin, folder, { missing: 'burn' })).code).toBe('PT422')
})

test('an import may run as long as a gateway waits, and not longer', async () => {
  const [{ proconfig } = {}] = await db.owner(
    `select proconfig from pg_proc where oid = 'public.import_course(jsonb, boolean, text, text)'::regprocedure`,
  )
  expect(proconfig).toContain('statement_timeout=55s')
})
