import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'
import { files, PICTURE } from './scenes/files'

// Tests who may upload a file, who owns it, who may fetch it, and when it is removed (rules/files).
const db = useDatabase()
const { begin, beginAll, arrive, sent, seen, ofLesson, write, later, removed } = files(db)
const shown = (path: string) => `![](lesson-files/${path})`

describe('uploading', () => {
  test('returns a path that contains the name and cannot lead to another folder', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const pathOf = async (name: string) =>
      (await begin(admin, 'lesson-files', { ...PICTURE, name })).path.replace(/^[0-9a-f-]{36}/, '…')
    expect(await pathOf('Tea Pot.PNG')).toBe('…/tea-pot.png')
    expect(await pathOf('../../etc/passwd')).toBe('…/passwd')
    expect(await pathOf('..\\x')).toBe('…/x')
    expect(await pathOf('茶.png')).toBe('…/file.png')
    expect(await pathOf('.env')).toBe('…/file.env')
    expect(await pathOf(`${'a'.repeat(250)}.png`)).toMatch(/^…\/a{76}\.png$/)
  })

  test('is for people who may edit courses; pages are refused by type, large files by size', async () => {
    const [admin, creator, moderator, member] = await Promise.all(
      (['ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER'] as const).map((role) => db.person({ role })),
    )
    if (!admin || !creator || !moderator || !member) throw new Error('nobody')
    for (const who of [creator, moderator, member]) {
      await expect(begin(who, 'lesson-files', PICTURE)).rejects.toThrow('42501')
    }
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await begin(creator, 'lesson-files', PICTURE)).known).toBe(false)
      const foreign = await db.course({ by: admin })
      await expect(begin(creator, 'lesson-files', PICTURE, foreign.id)).rejects.toThrow('42501')
    })
    const refused = (bucket: string, file: object) =>
      expect(begin(admin, bucket, { ...PICTURE, ...file })).rejects
    await refused('lesson-files', { type: 'image/svg+xml' }).toThrow('PT422: Files like')
    await refused('lesson-files', { type: 'text/html' }).toThrow('PT422: Files like')
    await refused('covers', { type: 'application/pdf' }).toThrow('PT422: Files like')
    await refused('lesson-files', { size: 52_428_801 }).toThrow('is larger than 50 MB')
    await refused('somewhere', {}).toThrow('42501')
    await refused('lesson-files', { name: ' ' }).toThrow('PT422')
  })

  test('storage accepts the declared file, from the same person, once', async () => {
    const [admin, other, member] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'ADMIN' }),
      await db.person(),
    ]
    const { path } = await begin(admin, 'lesson-files', PICTURE)
    for (const who of [other, member, 'visitor'] as const) {
      expect((await arrive(who, 'lesson-files', path)).code).toBe('42501')
    }
    expect((await arrive(admin, 'covers', path)).code).toBe('42501')
    expect((await arrive(admin, 'lesson-files', `${path}x`)).code).toBe('42501')
    expect((await arrive(admin, 'lesson-files', path)).code).toBeUndefined()
    expect((await arrive(admin, 'lesson-files', path)).code).toBe('23505')
    for (const change of ['set name = name', 'set bucket_id = $$covers$$']) {
      const tried = `update storage.objects ${change} where name = $1 returning 1`
      expect((await db.as(admin, tried, [path])).rows).toEqual([])
    }
    expect(
      (await db.as(admin, 'delete from storage.objects where name = $1 returning 1', [path])).rows,
    ).toEqual([])
    expect(await seen(admin)).toContain(path)
    expect(await seen(other)).not.toContain(path)
  })

  test('a file that the course has already is not uploaded again', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [course, elsewhere] = [await db.course({ by: admin }), await db.course({ by: admin })]
    const file = { ...PICTURE, sha256: 'ab'.repeat(32) }
    const path = await sent(admin, file)
    // An interrupted import continues.
    expect(await begin(admin, 'lesson-files', file)).toEqual({ path, known: true })
    await write(admin, course.text, shown(path))
    const other = await db.person({ role: 'ADMIN' })
    expect(await begin(other, 'lesson-files', file, course.id)).toEqual({ path, known: true })
    expect((await begin(other, 'lesson-files', file, elsewhere.id)).known).toBe(false)
  })

  test('the same picture twice is stored for each lesson', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course({ by: admin })
    const file = { ...PICTURE, sha256: 'cd'.repeat(32) }
    const [one, other] = await beginAll(admin, 'lesson-files', [file, file])
    if (!one || !other) throw new Error('no paths')
    for (const { path } of [one, other]) await arrive(admin, 'lesson-files', path)
    await write(admin, course.text, shown(one.path))
    await write(admin, course.preview, shown(other.path))
    const asked = [course.preview, course.text].map((lesson_id) => ({ ...file, lesson_id }))
    expect(await beginAll(admin, 'lesson-files', asked, course.id)).toEqual([
      { path: other.path, known: true },
      { path: one.path, known: true },
    ])
    // In the list of the course, each file is listed once.
    const again = await beginAll(admin, 'lesson-files', [file, file], course.id)
    expect(again.map(({ path }) => path).sort()).toEqual([one.path, other.path].sort())
  })
})

describe('a lesson has the files that it names', () => {
  test('in its text, as an attachment and as its file', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course({ by: admin })
    const paths = [await sent(admin), await sent(admin), await sent(admin)]
    await db.answer(admin, 'save_lesson', {
      lesson: JSON.stringify({
        module_id: course.moduleId,
        title: 'New',
        content_type: 'FILE',
        file_key: paths[2],
        content: `A picture: ${shown(paths[0] ?? '')}.`,
      }),
      attachments: JSON.stringify([
        { id: 'temp-1', title: 'Slides', url: `lesson-files/${paths[1]}` },
      ]),
    })
    const [lesson] = await db.owner(
      `select id from public.lessons where title = 'New' and module_id = $1`,
      [course.moduleId],
    )
    const found = await ofLesson(String(lesson?.id))
    expect(found.map(({ path }) => path).sort()).toEqual([...paths].sort())
    expect(found[0]).toMatchObject({ ...PICTURE, unused: false })
  })

  test('but no missing file, and no file of another person', async () => {
    const [admin, creator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'CREATOR' }),
    ]
    const course = await db.course({ by: creator })
    const { path: unsent } = await begin(admin, 'lesson-files', PICTURE)
    await write(admin, course.text, shown(unsent))
    expect(await ofLesson(course.text)).toEqual([])
    const path = await sent(admin)
    const foreign = await db.course({ by: admin })
    await write(admin, foreign.text, shown(path))
    await db.withSettings({ creators_admin_panel: true }, async () => {
      await write(creator, course.text, shown(path))
    })
    expect(await ofLesson(course.text)).toEqual([])
  })

  test('copies of a lesson share its file, which stays until the last of them loses it', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course({ by: admin })
    const path = await sent(admin)
    await write(admin, course.text, shown(path))
    const copy = (await db.answer(admin, 'duplicate_course', { course_id: course.id })) as {
      id: string
    }
    const held = `select count(*)::int as n from public.lesson_files where path = $1`
    expect((await db.owner(held, [path]))[0]?.n).toBe(2)
    await db.owner('delete from public.courses where id = $1', [course.id])
    expect(await removed(path)).toEqual([])
    await db.owner('delete from public.courses where id = $1', [copy.id])
    expect(await removed(path)).toEqual([path])
  })
})

test('people who may open the lesson may fetch its files, and no list shows others', async () => {
  const [sender, admin, learner, ended, stranger, creator, moderator] = [
    await db.person({ role: 'ADMIN' }),
    await db.person({ role: 'ADMIN' }),
    await db.person(),
    await db.person(),
    await db.person(),
    await db.person({ role: 'CREATOR' }),
    await db.person({ role: 'MODERATOR' }),
  ]
  const course = await db.course({ by: admin })
  await db.entitle(learner, course.id)
  await db.entitle(ended, course.id, '-1 hour')
  const [locked, open] = [await sent(sender), await sent(sender)]
  await write(sender, course.text, shown(locked))
  await write(sender, course.preview, shown(open))
  const mine = async (who: Parameters<typeof seen>[0]) =>
    (await seen(who)).filter((path) => [locked, open].includes(path)).sort()
  expect(await mine(learner)).toEqual([locked, open].sort())
  expect(await mine(admin)).toEqual([locked, open].sort())
  for (const who of [ended, stranger, creator, moderator]) expect(await mine(who)).toEqual([open])
  expect(await mine('visitor')).toEqual([])
  await db.owner('update public.profiles set disabled_at = now() where id = $1', [learner.id])
  expect(await mine(learner)).toEqual([])
  // Nobody can fetch the files of a lesson in the bin; after it is restored, they can.
  await db.answer(admin, 'delete_lesson', { lesson_id: course.text })
  expect(await mine(admin)).toEqual([open])
  await db.answer(admin, 'restore_lesson', { lesson_id: course.text })
  expect(await mine(admin)).toEqual([locked, open].sort())
})

test('people who edit the course see a removed file until it is deleted', async () => {
  const [admin, creator, learner] = [
    await db.person({ role: 'ADMIN' }),
    await db.person({ role: 'CREATOR' }),
    await db.person(),
  ]
  const course = await db.course({ by: creator })
  await db.entitle(learner, course.id)
  const [taken, attached] = [await sent(admin), await sent(admin)]
  const inPreview = await sent(admin)
  await write(admin, course.text, shown(taken))
  await write(admin, course.preview, shown(inPreview))
  const attach = (...attachments: object[]) =>
    db.answer(admin, 'save_lesson', {
      lesson: JSON.stringify({ id: course.link, title: 'Looking it up', content_type: 'FILE' }),
      attachments: JSON.stringify(attachments),
    })
  await attach({ id: 'temp-1', title: 'Slides', url: `lesson-files/${attached}` })
  const all = [taken, attached, inPreview].sort()
  const mine = async (who: Parameters<typeof seen>[0]) =>
    (await seen(who)).filter((path) => all.includes(path)).sort()
  expect(await mine(learner)).toEqual(all)

  await write(admin, course.text, 'Without it.')
  await write(admin, course.preview, 'Without it.')
  await attach()
  expect(await mine(learner)).toEqual([])
  expect(await mine(await db.person())).toEqual([])
  const rows = 'select path from public.lesson_files where path = any ($1)'
  expect((await db.as(learner, rows, [all])).rows).toEqual([])
  expect(await mine(admin)).toEqual(all)
  await db.withSettings({ creators_admin_panel: true }, async () => {
    expect(await mine(creator)).toEqual(all)
  })
  // Another lesson with the file still shows it.
  await write(admin, course.preview, shown(taken))
  expect(await mine(learner)).toEqual([taken])
})

test('nobody may select storage’s objects, because they could sign them for any time', async () => {
  const [admin, learner] = [await db.person({ role: 'ADMIN' }), await db.person()]
  const course = await db.course({ by: admin })
  await db.entitle(learner, course.id)
  await write(admin, course.text, shown(await sent(admin)))
  await sent(admin, { name: 'c.webp', type: 'image/webp' }, 'covers')
  for (const who of [admin, learner, 'visitor'] as const) {
    expect((await db.as(who, 'select name from storage.objects')).rows).toEqual([])
  }
})

test('people who edit the lesson write its text alternatives', async () => {
  const [admin, member] = [await db.person({ role: 'ADMIN' }), await db.person()]
  const course = await db.course({ by: admin })
  await db.entitle(member, course.id)
  const path = await sent(admin)
  await write(admin, course.text, shown(path))
  const call = (who: typeof admin) =>
    db.call(who, 'describe_file', { course_id: course.id, path, alt: ' A tea pot ' })
  expect((await call(member)).code).toBe('42501')
  const listed = async (who: typeof admin) =>
    (await db.answer(who, 'course_files', { course_id: course.id })) as object[]
  expect(await listed(admin)).toMatchObject([
    { path, alt: '', lessons: [{ said: false, silent: true }] },
  ])
  await write(admin, course.text, `![Tea](lesson-files/${path})`)
  expect(await listed(admin)).toMatchObject([{ lessons: [{ said: true, silent: false }] }])
  await write(admin, course.text, `[Tea](lesson-files/${path})`)
  expect(await listed(admin)).toMatchObject([{ lessons: [{ said: false, silent: false }] }])
  expect((await call(admin)).code).toBeUndefined()
  expect(await listed(admin)).toMatchObject([{ path, alt: 'A tea pot', unused_since: null }])
  expect(await ofLesson(course.text)).toMatchObject([{ alt: 'A tea pot' }])
  const [record] = await db.owner(
    `select action, title from public.audit_logs where target_type = 'lesson_file' and user_id = $1 order by created_at desc, id desc limit 1`,
    [admin.id],
  )
  expect(record).toEqual({ action: 'lesson_file.update', title: PICTURE.name })
})

describe('removal', () => {
  test('an uploaded file without a lesson is removed after 30 days', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course({ by: admin })
    const [idle, used] = [await sent(admin), await sent(admin)]
    await write(admin, course.text, shown(used))
    await later(29)
    expect(await removed(idle, used)).toEqual([])
    await later(2)
    expect(await removed(idle, used)).toEqual([idle])
    expect(await ofLesson(course.text)).toHaveLength(1)
  })

  test('a file without a lesson is removed 30 days later, and stays if it is used in time', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course({ by: admin })
    const [gone, back] = [await sent(admin), await sent(admin)]
    await db.owner('update public.lessons set content = null where id = $1', [course.text])
    const attach = (...paths: string[]) =>
      db.answer(admin, 'save_lesson', {
        lesson: JSON.stringify({ id: course.text, title: 'Reading' }),
        attachments: JSON.stringify(
          paths.map((path, n) => ({ id: `temp-${n}`, title: 'x', url: `lesson-files/${path}` })),
        ),
      })
    await attach(gone, back)
    await attach()
    expect((await ofLesson(course.text)).map(({ unused }) => unused)).toEqual([true, true])
    await later(29)
    await attach(back)
    await later(2)
    expect(await removed(gone, back)).toEqual([gone])
    expect(await ofLesson(course.text)).toMatchObject([{ path: back, unused: false }])
  })

  test('a version keeps its files as long as it exists', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course({ by: admin })
    const path = await sent(admin)
    await write(admin, course.text, shown(path))
    await write(admin, course.text, 'Without it.')
    await later(31)
    expect(await removed(path)).toEqual([])
    await db.owner(
      `delete from public.lesson_versions where lesson_id = $1 and content like '%lesson-files%'`,
      [course.text],
    )
    await later(31)
    expect(await removed(path)).toEqual([path])
  })

  test('a cover is removed 30 days after its course got another', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course({ by: admin })
    const cover = async () => await sent(admin, { name: 'c.webp', type: 'image/webp' }, 'covers')
    const [first, second] = [await cover(), await cover()]
    const set = (url: string) =>
      db.as(admin, 'update public.courses set thumbnail_url = $2 where id = $1', [course.id, url])
    expect((await set(`covers/${first}`)).code).toBeUndefined()
    expect((await set(`covers/${second}`)).code).toBeUndefined()
    expect((await set('covers/../x')).code).toBe('PT422')
    await later(29)
    expect(await removed(first, second)).toEqual([])
    await later(2)
    expect(await removed(first, second)).toEqual([first])
  })

  test('a logo stays while the school has it, and is removed 30 days later', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const logo = async () =>
      await sent(admin, { name: 'logo-512x512.png', type: 'image/png' }, 'covers')
    const [first, second, third] = [await logo(), await logo(), await logo()]
    const set = (link: string) => db.as(admin, 'update public.settings set logo = $1', [link])
    expect((await set(`covers/${first}`)).code).toBeUndefined()
    expect((await set(`covers/${second}`)).code).toBeUndefined()
    await later(31)
    // The third file was never the logo.
    expect((await removed(first, second, third)).sort()).toEqual([first, third].sort())
    expect((await set('')).code).toBeUndefined()
    await later(31)
    expect(await removed(second)).toEqual([second])
  })
})
