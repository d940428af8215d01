import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { courseFolders, type Exported, listed } from './scenes/course-folders'

// Every save that changes a lesson keeps the earlier version, which can be restored (rules/courses#versions).
const db = useDatabase()
const { read, run } = courseFolders(db)

interface Version {
  id: string
  no: number
  created_at: string
  who: string | null
  fields: string[]
  growth: number
  restores: string | null
}
interface Texts {
  title: string
  description: string | null
  content: string | null
}
interface Shown {
  texts: Texts
  earlier: Texts | null
  now: Texts
  updated_at: string
}

const versions = async (who: Person, lesson: string, before?: number) =>
  (await db.answer(who, 'lesson_version_list', {
    lesson_id: lesson,
    ...(before && { before }),
  })) as Version[]
const shown = async (who: Person, version: string) =>
  (await db.answer(who, 'lesson_version', { version_id: version })) as Shown
const restore = (who: Person | 'visitor', version: string, since: string | null) =>
  db.call(who, 'restore_lesson_version', { version_id: version, unchanged_since: since })

/** Saves all fields of a lesson, as the dialog does, with these changes. */
async function save(
  who: Person,
  lesson: string,
  change: Partial<Texts & { duration_sec: number }>,
) {
  await db.value(
    who,
    'select public.save_lesson(to_jsonb(l) || $2::jsonb) from public.lessons l where l.id = $1',
    [lesson, JSON.stringify(change)],
  )
}

const kept = (lesson: string) =>
  db.owner(
    'select id, no, title, content, fields, growth from public.lesson_versions where lesson_id = $1 order by no desc',
    [lesson],
  )
const contentOf = async (lesson: string) =>
  (await db.owner('select content from public.lessons where id = $1', [lesson]))[0]?.content
const acts = (lesson: string) =>
  db.owner(
    `select action, before ->> 'content' as was, after ->> 'content' as is_now from public.audit_logs
     where target_id = $1 and action <> 'lesson.create' order by id`,
    [lesson],
  )

describe('a version is stored', () => {
  test('of each save that changes a text, and of the text before the first save', async () => {
    const [ada, ben] = [
      await db.person({ role: 'ADMIN', name: 'Ada Admin' }),
      await db.person({ role: 'ADMIN', name: 'Ben Builder' }),
    ]
    const { text } = await db.course()
    expect(await versions(ada, text)).toEqual([])
    await save(ada, text, { content: 'secret text, longer' })
    await save(ben, text, { title: 'Read', description: 'About it' })
    const [second, first, original, ...none] = await versions(ada, text)
    expect(none).toEqual([])
    expect(second).toMatchObject({
      who: 'Ben Builder',
      fields: ['title', 'description'],
      growth: 5,
      restores: null,
    })
    expect(first).toMatchObject({ who: 'Ada Admin', fields: ['content'], growth: 8 })
    expect(original).toMatchObject({ who: null, fields: [], growth: 0 })
    expect(Object.keys(first ?? {}).sort()).toEqual(
      ['created_at', 'fields', 'growth', 'id', 'no', 'restores', 'who'].sort(),
    )
    expect(await shown(ada, first?.id ?? '')).toMatchObject({
      texts: { title: 'Reading', description: null, content: 'secret text, longer' },
      earlier: { content: 'secret text' },
      now: { title: 'Read', description: 'About it', content: 'secret text, longer' },
    })
    expect((await shown(ada, original?.id ?? '')).earlier).toBeNull()
    expect((await versions(ada, text, second?.no)).map(({ id }) => id)).toEqual([
      first?.id,
      original?.id,
    ])
  })

  test('with the first text, with its author and its time', async () => {
    const [ada, ben] = [
      await db.person({ role: 'ADMIN', name: 'Ada Admin' }),
      await db.person({ role: 'ADMIN' }),
    ]
    const { moduleId } = await db.course()
    const made = await db.value(
      ada,
      `select public.save_lesson(jsonb_build_object('module_id', $1::text, 'title', 'New', 'content', 'one')) ->> 'id'`,
      [moduleId],
    )
    const lesson = String(made)
    await save(ben, lesson, { duration_sec: 9 })
    await save(ben, lesson, { content: 'two' })
    const [, original] = await versions(ada, lesson)
    const [created] = await db.owner(
      `select created_at from public.audit_logs where target_id = $1 and action = 'lesson.create'`,
      [lesson],
    )
    expect(original?.who).toBe('Ada Admin')
    expect(new Date(original?.created_at ?? '')).toEqual(created?.created_at)
  })

  test('only by saves that change a text, not by a new position', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { id, text, preview, link, moduleId } = await db.course()
    await save(admin, text, {})
    await save(admin, text, { duration_sec: 75 })
    const order = (...lessons: string[]) => JSON.stringify([{ id: moduleId, lessons }])
    await db.value(admin, 'select public.reorder_course($1, $2, $3)', [
      id,
      order(link, text, preview),
      order(text, preview, link),
    ])
    await db.value(admin, 'select public.delete_lesson($1)', [text])
    await db.value(admin, 'select public.restore_lesson($1)', [text])
    expect(await kept(text)).toEqual([])
  })

  test('by an import, of the lessons whose text it changes', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const folder: Exported = await read(admin, course.id)
    for (const lesson of folder.modules[0]?.lessons ?? []) {
      if (lesson.id === course.text) lesson.content = 'from the folder'
    }
    await run(admin, listed(folder))
    expect((await kept(course.text)).map(({ content }) => content)).toEqual([
      'from the folder',
      'secret text',
    ])
    expect(await kept(course.preview)).toEqual([])
  })

  test('of a copy once its text changes, and not of the original', async () => {
    const admin = await db.person({ role: 'ADMIN', name: 'Ada Admin' })
    const { text } = await db.course()
    const copy = await db.value(admin, `select public.duplicate_lesson($1) ->> 'id'`, [text])
    await save(admin, String(copy), { content: 'its own' })
    expect((await versions(admin, String(copy))).map(({ who }) => who)).toEqual([
      'Ada Admin',
      'Ada Admin',
    ])
    expect(await kept(text)).toEqual([])
  })
})

describe('versions remain', () => {
  test('while they are among the newest 50 or younger than a year', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { text } = await db.course()
    for (let n = 1; n <= 60; n++) {
      await db.owner('update public.lessons set content = $2 where id = $1', [text, `text ${n}`])
    }
    expect(await kept(text)).toHaveLength(61)
    const age = (days: number, over: string) =>
      db.owner(
        `update public.lesson_versions set created_at = now() - make_interval(days => $2)
         where lesson_id = $1 and ${over}`,
        [text, days],
      )
    // The original and the first five versions are older than a year, and the next ones slightly younger.
    await age(300, 'true')
    await age(400, `content in ('secret text', 'text 1', 'text 2', 'text 3', 'text 4', 'text 5')`)
    await save(admin, text, { content: 'text 61' })
    expect((await kept(text)).at(-1)?.content).toBe('text 6')
    await age(400, 'true')
    await save(admin, text, { content: 'text 62' })
    expect(await kept(text)).toHaveLength(50)
    expect((await versions(admin, text)).length).toBe(50)
  })

  test('while their lesson is in the bin, and are deleted with it', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { text } = await db.course()
    await save(admin, text, { content: 'now' })
    const [newest] = await kept(text)
    await db.value(admin, 'select public.delete_lesson($1)', [text])
    expect((await db.call(admin, 'lesson_version_list', { lesson_id: text })).code).toBe('42501')
    expect((await db.call(admin, 'lesson_version', { version_id: newest?.id })).code).toBe('42501')
    expect(await kept(text)).toHaveLength(2)
    await db.value(admin, 'select public.restore_lesson($1)', [text])
    expect(await versions(admin, text)).toHaveLength(2)
    await db.owner('delete from public.lessons where id = $1', [text])
    expect(await kept(text)).toEqual([])
  })

  test('without their author after that person is deleted', async () => {
    const [admin, leaver] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'ADMIN', name: 'Lea Leaver' }),
    ]
    const { text } = await db.course()
    await save(leaver, text, { content: 'hers' })
    await db.authService('delete from auth.users where id = $1', [leaver.id])
    const [newest] = await versions(admin, text)
    expect(newest?.who).toBeNull()
    expect(await contentOf(text)).toBe('hers')
  })
})

describe('restoring', () => {
  test('saves the earlier texts as a new version, and so does undoing it', async () => {
    const admin = await db.person({ role: 'ADMIN', name: 'Ada Admin' })
    const { text } = await db.course()
    await save(admin, text, { content: 'now', duration_sec: 75 })
    const [newest, original] = await versions(admin, text)
    const { updated_at } = await shown(admin, original?.id ?? '')
    const done = (await restore(admin, original?.id ?? '', updated_at)).rows[0]?.answer as {
      updated_at: string
      before: string
    }
    expect(await contentOf(text)).toBe('secret text')
    expect(done.before).toBe(newest?.id)
    const [restored] = await versions(admin, text)
    expect(restored).toMatchObject({
      who: 'Ada Admin',
      fields: ['content'],
      growth: 8,
      restores: original?.created_at,
    })
    expect(
      await db.owner(
        `select l.duration_sec, count(a.id)::int as attachments from public.lessons l
         left join public.lesson_attachments a on a.lesson_id = l.id where l.id = $1 group by l.id`,
        [text],
      ),
    ).toEqual([{ duration_sec: 75, attachments: 1 }])
    await restore(admin, done.before, done.updated_at)
    expect(await contentOf(text)).toBe('now')
    expect((await kept(text)).map(({ content }) => content)).toEqual([
      'now',
      'secret text',
      'now',
      'secret text',
    ])
    expect(await acts(text)).toEqual([
      { action: 'lesson.update', was: 'secret text', is_now: 'now' },
      { action: 'lesson.restore_version', was: 'now', is_now: 'secret text' },
      { action: 'lesson.restore_version', was: 'secret text', is_now: 'now' },
    ])
    // The next save in the same session is an ordinary one again.
    await save(admin, text, { content: 'later' })
    expect((await versions(admin, text))[0]?.restores).toBeNull()
    expect((await acts(text)).at(-1)?.action).toBe('lesson.update')
  })

  test('is refused if another person saved since, and happens once if it is sent twice', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { text } = await db.course()
    await save(admin, text, { content: 'now' })
    const [newest, original] = await versions(admin, text)
    const { updated_at } = await shown(admin, original?.id ?? '')
    await save(admin, text, { content: 'another person’s' })
    for (const since of [updated_at, null]) {
      expect(await restore(admin, original?.id ?? '', since)).toMatchObject({
        code: 'PT409',
        message: 'Someone else has saved this lesson.',
      })
    }
    expect(await contentOf(text)).toBe('another person’s')
    const seen = await shown(admin, newest?.id ?? '')
    const twice = [
      await restore(admin, newest?.id ?? '', seen.updated_at),
      await restore(admin, newest?.id ?? '', seen.updated_at),
    ]
    expect(twice[1]?.rows).toEqual(twice[0]?.rows)
    expect(await kept(text)).toHaveLength(4)
  })

  test('applies the lesson dialog’s rules for texts', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { text } = await db.course()
    await save(admin, text, { content: 'now' })
    await db.owner(
      `update public.lesson_versions set title = ' ' where lesson_id = $1 and fields = '{}'`,
      [text],
    )
    const original = (await versions(admin, text)).at(-1)
    const { updated_at } = await shown(admin, original?.id ?? '')
    expect(await restore(admin, original?.id ?? '', updated_at)).toMatchObject({
      code: 'PT422',
      message: 'Lesson title is required',
    })
  })
})

test('versions are for people who may update the lesson', async () => {
  const creator = await db.person({ role: 'CREATOR' })
  const [own, other] = [await db.course({ by: creator }), await db.course()]
  const member = await db.person()
  const moderator = await db.person({ role: 'MODERATOR' })
  await db.entitle(member, own.id)
  for (const { text } of [own, other]) {
    await db.owner(`update public.lessons set content = 'now' where id = $1`, [text])
  }
  const [mine, theirs] = [(await kept(own.text)).at(-1), (await kept(other.text)).at(-1)]
  const denied = async (who: Person | 'visitor', lesson: string, version: unknown) => {
    const answers = [
      await db.call(who, 'lesson_version_list', { lesson_id: lesson }),
      await db.call(who, 'lesson_version', { version_id: version }),
      await restore(who, String(version), '2026-01-01'),
    ]
    expect(answers.map(({ code }) => code)).toEqual(['42501', '42501', '42501'])
    const { rows } = await db.as(
      who,
      'select id from public.lesson_versions where lesson_id = $1',
      [lesson],
    )
    expect(rows).toEqual([])
  }
  await denied(creator, own.text, mine?.id)
  await db.withSettings({ creators_admin_panel: true }, async () => {
    expect(await versions(creator, own.text)).toHaveLength(2)
    await denied(creator, other.text, theirs?.id)
    const { updated_at } = await shown(creator, String(mine?.id))
    expect((await restore(creator, String(mine?.id), updated_at)).code).toBeUndefined()
    expect(await contentOf(own.text)).toBe('secret text')
  })
  for (const who of [member, moderator, 'visitor'] as const) {
    await denied(who, own.text, mine?.id)
  }
  expect(await contentOf(other.text)).toBe('now')
  const admin = await db.person({ role: 'ADMIN' })
  for (const write of [
    `insert into public.lesson_versions (lesson_id, title) values ('${own.text}', 'x')`,
    `update public.lesson_versions set content = 'x' where lesson_id = '${own.text}'`,
    `delete from public.lesson_versions where lesson_id = '${own.text}'`,
  ]) {
    expect((await db.as(admin, write)).code, write).toBe('42501')
  }
})

test('the history of the course names the version of a changed text', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { id, text } = await db.course()
  await save(admin, text, { content: 'now' })
  await save(admin, text, { duration_sec: 75 })
  const [newest, original] = await versions(admin, text)
  const { updated_at } = await shown(admin, original?.id ?? '')
  await restore(admin, original?.id ?? '', updated_at)
  const [restored] = await versions(admin, text)
  const history = async () =>
    (await db.answer(admin, 'course_history', { course_id: id })) as Record<string, unknown>[]
  const named = (await history())
    .filter(({ action }) => action !== 'lesson.create')
    .map(({ action, lesson_id, version }) => ({ action, lesson_id, version }))
  expect(named.slice(0, 3)).toEqual([
    { action: 'lesson.restore_version', lesson_id: text, version: restored?.id },
    { action: 'lesson.update', lesson_id: null, version: null },
    { action: 'lesson.update', lesson_id: text, version: newest?.id },
  ])
  await db.value(admin, 'select public.delete_lesson($1)', [text])
  expect((await history()).every(({ version }) => version === null)).toBe(true)
})
