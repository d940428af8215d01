import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { courseFolders, type Exported, listed } from '../scenes/course-folders'

// Tests rules/courses#import: the changes of an import are shown before it runs, and are undone as one act.
const db = useDatabase()
const { read, run } = courseFolders(db)

/** Returns the whole course: its export, and the fields that an export leaves out. */
async function whole(who: Person, courseId: string) {
  const { course, modules } = await read(who, courseId)
  const places = await db.owner(
    `select l.id, l.module_id, l.source_path from public.lessons l join public.modules m on m.id = l.module_id
     where m.course_id = $1 and l.deleted_at is null and m.deleted_at is null order by l.id`,
    [courseId],
  )
  const paths = await db.owner(
    'select id, source_path from public.modules where course_id = $1 and deleted_at is null order by id',
    [courseId],
  )
  const [{ status } = {}] = await db.owner('select status from public.courses where id = $1', [
    courseId,
  ])
  return { course, modules, places, paths, status }
}

/** Returns a folder in which nearly everything differs from the course. */
function rewritten({ course, modules }: Exported) {
  const module = modules.find(({ lessons }) => lessons.length > 1)
  const [first, second] = module?.lessons ?? []
  if (!module || !first || !second) throw new Error('a course has lessons')
  const lesson = (path: string, content: string) => ({
    ...{ title: path, content_type: 'TEXT', content, source_path: path, attachments: [] },
  })
  return {
    course: { ...course, title: 'Another title', description: 'New words', publish: true },
    modules: [
      { title: 'Comes new', source_path: 'new', lessons: [{ ...second, source_path: 'm/2' }] },
      {
        ...{ ...module, title: 'Called differently', source_path: 'm' },
        lessons: [
          lesson('m/0', 'Made by the import.'),
          {
            ...first,
            source_path: 'm/1',
            title: 'Read again',
            content: 'public text',
            attachments: [{ title: 'Other notes', url: 'https://example.org/other' }],
          },
        ],
      },
    ],
  }
}

const toUndo = (who: Person | 'visitor', id: string) =>
  db.as(who, 'select public.import_to_undo($1) as undo', [id])
const undo = (who: Person | 'visitor', id: string) =>
  db.as(who, 'select public.undo_import($1)', [id])

test.each(['keep', 'bin'])(
  'an import that would %s absent contents is undone as one act',
  async (missing) => {
    const admin = await db.person({ role: 'ADMIN', name: 'Ada' })
    const course = await db.course()
    const learner = await db.person()
    await db.entitle(learner, course.id)
    await db.as(
      learner,
      'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)',
      [learner.id, course.text],
    )
    await db.owner(`update public.courses set status = 'DRAFT' where id = $1`, [course.id])
    await db.owner(`update public.lessons set source_path = 'm/0' where id = $1`, [course.text])
    // Adds a module that no folder contains.
    await run(admin, {
      course: { title: 'A course', slug: course.slug },
      modules: [{ title: 'Extra', source_path: 'extra', lessons: [] }],
    })
    const before = await whole(admin, course.id)

    await run(admin, rewritten(before), { missing })
    const after = await whole(admin, course.id)
    expect(after).not.toEqual(before)
    expect(after.status).toBe('PUBLISHED')
    const { rows } = await toUndo(admin, course.id)
    expect(rows[0]?.undo).toMatchObject({ who: 'Ada', made: false })

    expect((await undo(admin, course.id)).code).toBeUndefined()
    expect(await whole(admin, course.id)).toEqual(before)
    expect(
      await db.owner('select lesson_id from public.lesson_completions where user_id = $1', [
        learner.id,
      ]),
    ).toEqual([{ lesson_id: course.text }])
    expect((await toUndo(admin, course.id)).rows[0]?.undo).toBeNull()
    expect(await undo(admin, course.id)).toMatchObject({ code: 'PT409' })
  },
)

test('an import cannot be undone after later changes, and after an import without changes, the one before can still be undone', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const first = await read(admin, course.id)
  const folder = rewritten(first)
  await run(admin, folder)
  await run(admin, folder)
  expect((await toUndo(admin, course.id)).rows[0]?.undo).not.toBeNull()
  await db.owner(`update public.lessons set title = 'Better' where id = $1`, [course.text])
  expect((await toUndo(admin, course.id)).rows[0]?.undo).toBeNull()
  expect(await undo(admin, course.id)).toMatchObject({ code: 'PT409' })
})

test('an import can be undone while the bin keeps what it moved there', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  await run(admin, rewritten(await read(admin, course.id)), { missing: 'bin' })
  await db.owner(
    `update private.import_undos set created_at = now() - interval '30 days' where course_id = $1`,
    [course.id],
  )
  expect((await toUndo(admin, course.id)).rows[0]?.undo).toBeNull()
  expect(await undo(admin, course.id)).toMatchObject({ code: 'PT409' })
})

test('undoing a course’s first import moves it to the bin', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { course } = await run(admin, {
    course: { title: 'Made', slug: `made-${randomUUID().slice(0, 8)}` },
    modules: [{ title: 'M', source_path: 'm', lessons: [] }],
  })
  expect((await toUndo(admin, course.id)).rows[0]?.undo).toMatchObject({ made: true })
  expect((await undo(admin, course.id)).code).toBeUndefined()
  const [gone] = await db.owner('select deleted_at from public.courses where id = $1', [course.id])
  expect(gone?.deleted_at).not.toBeNull()
  expect(await undo(admin, course.id)).toMatchObject({ code: '42501' })
})

test('only people who may change a course undo its imports, or see them', async () => {
  const [creator, stranger] = [
    await db.person({ role: 'CREATOR' }),
    await db.person({ role: 'CREATOR' }),
  ]
  const moderator = await db.person({ role: 'MODERATOR' })
  const member = await db.person()
  const course = await db.course({ by: creator })
  await db.entitle(member, course.id)
  await db.withSettings({ creators_admin_panel: true }, async () => {
    await run(creator, rewritten(await read(creator, course.id)))
    for (const who of [stranger, moderator, member, 'visitor'] as const) {
      expect((await undo(who, course.id)).code).toBe('42501')
      expect((await toUndo(who, course.id)).code).toBe('42501')
    }
    expect((await undo(creator, course.id)).code).toBeUndefined()
  })
})

test('the result for each lesson is shown before the import, and nothing is written', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const before = await read(admin, course.id)
  const folder = rewritten(before)
  const difference = async (who: Person, path: string) =>
    db.as(who, 'select public.import_difference($1, $2) as changes', [JSON.stringify(folder), path])
  const { rows } = await difference(admin, 'm/1')
  expect(rows[0]?.changes).toMatchObject({
    before: {
      title: 'Reading',
      content: 'secret text',
      attachments: [{ title: 'Notes', url: 'https://example.org/notes' }],
    },
    after: {
      title: 'Read again',
      content: 'public text',
      attachments: [{ title: 'Other notes', url: 'https://example.org/other' }],
    },
  })
  expect((await difference(admin, 'm/0')).rows[0]?.changes).toBeNull()
  expect(await read(admin, course.id)).toEqual(before)
  const creator = await db.person({ role: 'CREATOR' })
  await db.withSettings({ creators_admin_panel: true }, async () => {
    expect(await difference(creator, 'm/1')).toMatchObject({
      code: '42501',
    })
  })
  expect((await difference(await db.person(), 'm/1')).code).toBe('42501')
})

test('the import of an unchanged export announces no change and makes none', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const folder = listed(await read(admin, course.id))
  await run(admin, folder)
  const { rows } = await db.as(admin, 'select public.import_difference($1, $2) as changes', [
    JSON.stringify(folder),
    'm0/l0.md',
  ])
  const changes = rows[0]?.changes as { before: object; after: object } | undefined
  expect(changes?.before).toMatchObject({ title: 'Reading' })
  expect(changes?.after).toEqual(changes?.before)
})
