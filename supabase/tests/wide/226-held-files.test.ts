import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { courseFolders, listed } from '../scenes/course-folders'
import { files } from '../scenes/files'

// A lesson can be saved with the path of a file that its author may not use, but does not get the file
// (rules/files#named).
const db = useDatabase()
const { sent, seen, ofLesson, write } = files(db)
const { read, run } = courseFolders(db)
const shown = (path: string) => `![](lesson-files/${path})`

/** A creator with a course who knows the path of a file that only an administrator may use. */
async function scene() {
  const [admin, creator] = [
    await db.person({ role: 'ADMIN' }),
    await db.person({ role: 'CREATOR' }),
  ]
  const foreign = await db.course({ by: admin })
  const path = await sent(admin)
  await write(admin, foreign.text, shown(path))
  const course = await db.course({ by: creator })
  const asCreator = <T>(act: () => Promise<T>) =>
    db.withSettings({ creators_admin_panel: true }, act)
  const holds = async () =>
    (
      await db.owner(
        `select distinct f.path from public.lesson_files f join public.lessons l on l.id = f.lesson_id
         join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
         where f.path = $1 and c.id <> $2`,
        [path, foreign.id],
      )
    ).length > 0
  return {
    admin,
    creator,
    course,
    foreign,
    path,
    asCreator,
    /** Whether a lesson of another course has the file, or its creator may fetch it. */
    leaked: async () => (await holds()) || (await asCreator(() => seen(creator))).includes(path),
  }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** All ways to name a file that the creator may not use. */
const names: [string, (it: Scene) => Promise<{ code?: string | undefined }>][] = [
  ['its text', (it) => write(it.creator, it.course.text, `A typpo. ${shown(it.path)}`)],
  [
    'an attachment',
    (it) =>
      db.as(
        it.creator,
        'insert into public.lesson_attachments (lesson_id, title, url, sort_order) values ($1, $2, $3, 1)',
        [it.course.text, 'Slides', `lesson-files/${it.path}`],
      ),
  ],
  [
    'what it is',
    (it) =>
      db.as(it.creator, 'update public.lessons set file_key = $2, content = $3 where id = $1', [
        it.course.text,
        it.path,
        'A typpo.',
      ]),
  ],
]

/** Saves the lesson with a change, as the dialog of the back-office does. */
async function saveAll(who: Person, lesson: string, change: object, attachments?: object[]) {
  const [was] = await db.owner('select to_jsonb(l) as lesson from public.lessons l where id = $1', [
    lesson,
  ])
  return db.answer(who, 'save_lesson', {
    lesson: JSON.stringify({ ...Object(was?.lesson), ...change }),
    ...(attachments && { attachments: JSON.stringify(attachments) }),
  })
}

const attachmentsOf = (lesson: string) =>
  db.owner(
    'select id, title, url from public.lesson_attachments where lesson_id = $1 order by sort_order',
    [lesson],
  )

const versionOf = async (lesson: string, content: string) => {
  const [version] = await db.owner(
    'select id from public.lesson_versions where lesson_id = $1 and position($2 in content) > 0 order by no limit 1',
    [lesson, content],
  )
  return String(version?.id)
}

const restore = async (who: Person, lesson: string, content: string) => {
  const [now] = await db.owner('select updated_at::text as at from public.lessons where id = $1', [
    lesson,
  ])
  return db.answer(who, 'restore_lesson_version', {
    version_id: await versionOf(lesson, content),
    unchanged_since: now?.at,
  })
}

/** Acts of an administrator on a lesson that do not concern its files. */
const acts: [string, (it: Scene) => Promise<unknown>][] = [
  [
    'corrects its text',
    (it) => saveAll(it.admin, it.course.text, { content: `A typo. ${shown(it.path)}` }),
  ],
  [
    'saves it with its attachments, twice',
    async (it) => {
      for (const content of ['A typo.', 'No typo.']) {
        const attachments = await attachmentsOf(it.course.text)
        await saveAll(
          it.admin,
          it.course.text,
          { content: `${content} ${shown(it.path)}` },
          attachments,
        )
      }
    },
  ],
  [
    'saves it with attachments that are made again',
    async (it) => {
      const attachments = await attachmentsOf(it.course.text)
      const again = attachments.map((each, n) => ({ ...each, id: `temp-${n}` }))
      await saveAll(it.admin, it.course.text, {}, again)
    },
  ],
  [
    'moves what it names from one place to another',
    async (it) =>
      saveAll(it.admin, it.course.text, { content: 'Moved.', file_key: null }, [
        { id: 'temp-1', title: 'Slides', url: `lesson-files/${it.path}` },
      ]),
  ],
  ['duplicates it', (it) => db.answer(it.admin, 'duplicate_lesson', { lesson_id: it.course.text })],
  [
    'duplicates its module and saves the copy',
    async (it) => {
      await db.answer(it.admin, 'duplicate_module', { module_id: it.course.moduleId })
      const [copy] = await db.owner(
        `select l.id from public.lessons l join public.modules m on m.id = l.module_id
         where m.course_id = $1 and m.id <> $2 and l.title = 'Reading'`,
        [it.course.id, it.course.moduleId],
      )
      await saveAll(it.admin, String(copy?.id), { content: `Corrected. ${shown(it.path)}` })
    },
  ],
  [
    'duplicates its course',
    (it) => db.answer(it.admin, 'duplicate_course', { course_id: it.course.id }),
  ],
  [
    'takes it from the bin',
    async (it) => {
      await db.answer(it.admin, 'delete_lesson', { lesson_id: it.course.text })
      await db.answer(it.admin, 'restore_lesson', { lesson_id: it.course.text })
    },
  ],
  [
    'imports an export over it',
    async (it) => {
      const folder = listed(await read(it.admin, it.course.id))
      for (const { lessons } of folder.modules) {
        for (const lesson of lessons) lesson.title = `${lesson.title} again`
      }
      await run(it.admin, folder)
      for (const { lessons } of folder.modules) {
        for (const lesson of lessons) {
          lesson.content = `${lesson.content ?? ''} Corrected.`
          lesson.attachments = lesson.attachments.map((each) => ({ ...each, title: 'Other' }))
        }
      }
      await run(it.admin, folder)
    },
  ],
  [
    'undoes an import that took the name away',
    async (it) => {
      const folder = listed(await read(it.admin, it.course.id))
      for (const { lessons } of folder.modules) {
        for (const lesson of lessons) {
          Object.assign(lesson, { content: 'Rewritten.', file_key: null, attachments: [] })
        }
      }
      await run(it.admin, folder)
      await db.answer(it.admin, 'undo_import', { course_id: it.course.id })
      await saveAll(it.admin, it.course.text, {}, await attachmentsOf(it.course.text))
    },
  ],
]

describe.each(names)('a lesson whose creator added another course’s file to %s', (_, name) => {
  test.each(acts)('does not get the file when an administrator %s', async (_act, act) => {
    const it = await scene()
    expect((await it.asCreator(() => name(it))).code).toBeUndefined()
    expect(await it.leaked()).toBe(false)
    await act(it)
    expect(await it.leaked()).toBe(false)
    await saveAll(it.admin, it.course.text, { title: 'Read once more' })
    expect(await it.leaked()).toBe(false)
  })
})

test('a version that named a file without holding it does not restore it, nor does a later save', async () => {
  const it = await scene()
  await it.asCreator(async () => {
    await write(it.creator, it.course.text, `First. ${shown(it.path)}`)
    await write(it.creator, it.course.text, 'Nothing here.')
  })
  await restore(it.admin, it.course.text, 'First.')
  expect(await it.leaked()).toBe(false)
  await saveAll(it.admin, it.course.text, { content: `First, corrected. ${shown(it.path)}` })
  expect(await it.leaked()).toBe(false)
})

test('new files in a save are checked with the rights of the person who saves', async () => {
  const it = await scene()
  await write(it.admin, it.course.text, shown(it.path))
  expect(await it.leaked()).toBe(true)
})

test('a lesson gets a file of another course once a person who may use the file adds its path again', async () => {
  const it = await scene()
  await it.asCreator(() => write(it.creator, it.course.text, shown(it.path)))
  await write(it.admin, it.course.text, 'Without it.')
  await write(it.admin, it.course.text, shown(it.path))
  expect(await it.leaked()).toBe(true)
})

test('an older text in an open dialog does not add a file that its creator removed', async () => {
  const it = await scene()
  const before = shown(it.path)
  await it.asCreator(async () => {
    await write(it.creator, it.course.text, before)
    await write(it.creator, it.course.text, 'Without it.')
  })
  await write(it.admin, it.course.text, before)
  expect(await it.leaked()).toBe(false)
})

test('every save of the creator who added the path is checked again', async () => {
  const it = await scene()
  await it.asCreator(() => write(it.creator, it.course.text, shown(it.path)))
  // The creator may now edit the course with the file.
  await db.owner('update public.courses set created_by_id = $2 where id = $1', [
    it.foreign.id,
    it.creator.id,
  ])
  await it.asCreator(() => write(it.creator, it.course.text, `Again. ${shown(it.path)}`))
  expect((await ofLesson(it.course.text)).map(({ path }) => path)).toEqual([it.path])
})

describe('files of a lesson are copied with it', () => {
  const ways: [string, (it: Scene) => Promise<string>][] = [
    [
      'into its duplicate',
      async (it) => {
        const copy = await db.answer(it.creator, 'duplicate_lesson', { lesson_id: it.course.text })
        return String(Object(copy).id)
      },
    ],
    [
      'into a copy of its course',
      async (it) => {
        const copy = await db.answer(it.creator, 'duplicate_course', { course_id: it.course.id })
        const [lesson] = await db.owner(
          `select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = $1 and l.title = 'Reading'`,
          [Object(copy).id],
        )
        return String(lesson?.id)
      },
    ],
    [
      'through a version of before',
      async (it) => {
        await write(it.creator, it.course.text, 'Without it.')
        await restore(it.creator, it.course.text, 'Given.')
        return it.course.text
      },
    ],
    [
      'through an import that is undone',
      async (it) => {
        const folder = listed(await read(it.creator, it.course.id))
        for (const { lessons } of folder.modules) {
          for (const lesson of lessons)
            Object.assign(lesson, { content: 'Rewritten.', attachments: [] })
        }
        await run(it.creator, folder)
        await db.answer(it.creator, 'undo_import', { course_id: it.course.id })
        return it.course.text
      },
    ],
  ]
  test.each(ways)('%s', async (_, way) => {
    const it = await scene()
    // An administrator added the file to the text and as an attachment, with a new label.
    await saveAll(it.admin, it.course.text, { content: `Given. ${shown(it.path)}` }, [
      { id: 'temp-1', title: 'Slides', url: `lesson-files/${it.path}` },
    ])
    await db.owner(`update public.lesson_files set alt = 'Tea' where lesson_id = $1`, [
      it.course.text,
    ])
    await db.answer(it.admin, 'delete_course', { course_id: it.foreign.id })
    await it.asCreator(async () => {
      const lesson = await way(it)
      expect(await ofLesson(lesson)).toMatchObject([{ path: it.path, alt: 'Tea', unused: false }])
      expect(await seen(it.creator)).toContain(it.path)
    })
  })
})

test('a copy does not get files that its lesson does not use any more', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course({ by: admin })
  const path = await sent(admin)
  await write(admin, course.text, shown(path))
  await write(admin, course.text, 'Without it.')
  const copy = await db.answer(admin, 'duplicate_lesson', { lesson_id: course.text })
  expect(await ofLesson(String(Object(copy).id))).toEqual([])
})
