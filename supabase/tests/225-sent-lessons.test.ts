import { randomUUID } from 'node:crypto'
import { READING_LIMITS } from '@rookies/course-format/reading-limits'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { courseFolders, type Exported, listed, words } from './scenes/course-folders'

const db = useDatabase()
const { read, send, run } = courseFolders(db)

/** Returns the lessons of a folder with their positions, as they are sent before the import. */
const placed = ({ modules }: ReturnType<typeof listed>) =>
  modules.flatMap((module, m) =>
    module.lessons.map((lesson, place) => ({ module_no: m + 1, place, lesson })),
  )
const sendLessons = (who: Person, sending: string, lessons: object) =>
  db.as(who, 'select public.send_lessons($1, $2)', [sending, JSON.stringify(lessons)])
const sendings = async (who: Person) =>
  (
    await db.owner(
      'select sending from private.sent_lessons where user_id = $1 group by sending order by max(sent_at)',
      [who.id],
    )
  ).map(({ sending }) => sending)
/** Returns the folder without its lessons, which were sent before. */
const head = (folder: ReturnType<typeof listed>, sending: string) => ({
  course: folder.course,
  modules: folder.modules.map(({ lessons: _sent, ...module }) => module),
  sent: { sending, lessons: placed(folder).length },
})

test('lessons that were sent in parts make the same course as those in the request', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const folder = listed(await read(admin, course.id))
  const copy = { ...folder, course: { ...folder.course, slug: `copy-${randomUUID().slice(0, 8)}` } }
  const [sending, pieces] = [randomUUID(), placed(copy)]
  await sendLessons(admin, sending, pieces.slice(1))
  // While a part is missing, no lesson counts as removed from the folder.
  expect((await send(admin, head(copy, sending), { missing: 'bin' })).message).toBe(
    'The lessons that were sent for this import are no longer there.',
  )
  await sendLessons(admin, sending, pieces.slice(0, 2))
  const dry = await run(admin, head(copy, sending), { dryRun: true })
  const made = await run(admin, head(copy, sending), { since: dry.version })
  expect(made.lessons).toEqual(dry.lessons)
  const { modules } = await read(admin, made.course.id)
  const bare = (list: Exported['modules']) =>
    list.map(({ title, lessons }) => [title, lessons.map(({ id: _id, ...lesson }) => lesson)])
  expect(bare(modules)).toEqual(bare((await read(admin, course.id)).modules))
  expect(new Set(words(await run(admin, head(copy, sending))))).toEqual(new Set(['unchanged']))
})

test('sent lessons can be imported only by their sender, for a day, and only three uploads are kept', async () => {
  const [admin, other] = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
  const course = await db.course()
  const folder = listed(await read(admin, course.id))
  const names = Array.from({ length: 4 }, () => randomUUID())
  for (const name of names) await sendLessons(admin, name, placed(folder))
  expect(await sendings(admin)).toEqual(names.slice(1))
  const last = names.at(-1) ?? ''
  expect((await send(other, head(folder, last))).message).toBe(
    'The lessons that were sent for this import are no longer there.',
  )
  await db.owner(
    `update private.sent_lessons set sent_at = now() - interval '25 hours' where sending = $1`,
    [last],
  )
  await sendLessons(other, randomUUID(), [])
  expect(await sendings(admin)).toEqual(names.slice(1, 3))
})

test('the size of sent lessons is limited, and only people who may import send them', async () => {
  const [admin, member] = [await db.person({ role: 'ADMIN' }), await db.person()]
  const sending = randomUUID()
  const lesson = { source_path: 'a.md', title: 'A', content: 'é', description: 'd' }
  const one = [{ module_no: 1, place: 0, lesson }]
  expect((await sendLessons(member, sending, one)).code).toBe('42501')
  expect(await sendings(member)).toEqual([])
  const fill = (bytes: number) =>
    db.owner(
      `insert into private.sent_lessons (user_id, sending, module_no, place, listed, bytes) values ($1, $2, 9, 9, '{}', $3)
       on conflict (user_id, sending, module_no, place) do update set bytes = excluded.bytes`,
      [admin.id, sending, bytes],
    )
  await fill(READING_LIMITS.totalBytes - 2)
  expect((await sendLessons(admin, sending, one)).message).toBe(
    'A course has at most 5,000 lessons and 32 MB of text.',
  )
  await fill(READING_LIMITS.totalBytes - 3)
  expect((await sendLessons(admin, sending, one)).code).toBeUndefined()
  expect((await sendLessons(admin, sending, { lessons: 1 })).code).toBe('PT422')
})
