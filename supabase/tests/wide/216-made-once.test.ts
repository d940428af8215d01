import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Outcome, type Person, useDatabase } from '../database'

// A request that creates something and is sent again under its operation id gets the same answer
// (rules/data#idempotent).
const db = useDatabase()

const answer = ({ rows, code }: Outcome) => {
  expect(code).toBeUndefined()
  return rows[0]?.answer as { id: string; title?: string; token?: string }
}
const recordsOf = (person: Person) =>
  db.owner('select action from public.audit_logs where user_id = $1 order by id', [person.id])

type Made = Awaited<ReturnType<typeof db.course>>
const link = { id: 'temp-1', title: 'Slides ', url: 'https://example.org/slides' }
const ACTS: [name: string, action: string, call: (course: Made) => object][] = [
  ['create_module', 'module.create', ({ id }) => ({ course_id: id, title: 'Basics' })],
  [
    'save_lesson',
    'lesson.create',
    ({ moduleId }) => ({
      lesson: { module_id: moduleId, title: 'Loops', content_type: 'TEXT', content: 'Words' },
      attachments: JSON.stringify([link]),
    }),
  ],
  ['duplicate_course', 'course.duplicate', ({ id }) => ({ course_id: id })],
  ['duplicate_module', 'module.duplicate', ({ moduleId }) => ({ module_id: moduleId })],
  ['duplicate_lesson', 'lesson.duplicate', ({ text }) => ({ lesson_id: text })],
  [
    'create_invite',
    'invite.create',
    ({ id }) => ({ email: `${randomUUID()}@example.org`, role: 'MEMBER', course_ids: [id] }),
  ],
]

describe.each(ACTS)('%s', (name, action, call) => {
  test('makes one row and one record of the act under an operation id', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = { ...call(await db.course()), operation_id: randomUUID() }
    const first = answer(await db.call(admin, name, sent))
    const records = await recordsOf(admin)
    expect(records.filter((record) => record.action === action)).toHaveLength(1)
    // Without the operation id, an equal invite ten minutes later would be a new one.
    await db.owner(
      `update public.invites set created_at = now() - interval '1 hour' where id = $1`,
      [first.id],
    )
    expect(answer(await db.call(admin, name, sent))).toMatchObject({ id: first.id })
    expect(await recordsOf(admin)).toEqual(records)
    const other = answer(await db.call(admin, name, { ...sent, operation_id: randomUUID() }))
    expect(other.id).not.toBe(first.id)
  })

  test('creates one row if both requests run at the same time', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = { ...call(await db.course()), operation_id: randomUUID() }
    const both = await Promise.all([db.call(admin, name, sent), db.call(admin, name, sent)])
    expect(new Set(both.map((outcome) => answer(outcome).id)).size).toBe(1)
  })

  test('does not return a row of another person with the same operation id', async () => {
    const [admin, other] = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
    const sent = { ...call(await db.course()), operation_id: randomUUID() }
    const mine = answer(await db.call(admin, name, sent))
    const theirs = answer(await db.call(other, name, sent))
    expect(theirs.id).not.toBe(mine.id)
    if (mine.token) expect(theirs.token).not.toBe(mine.token)
    const member = await db.person()
    expect((await db.call(member, name, sent)).code).toBe('42501')
  })
})

test('a module and a lesson get the values of the second request', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const operation_id = randomUUID()
  const add = (title: string) =>
    db.call(admin, 'create_module', { course_id: course.id, title, operation_id })
  const { id } = answer(await add('Bascis'))
  expect(answer(await add('Basics')).id).toBe(id)
  expect(await db.owner('select title from public.modules where id = $1', [id])).toEqual([
    { title: 'Basics' },
  ])

  const write = (title: string, attachments: object[]) =>
    db.call(admin, 'save_lesson', {
      lesson: { module_id: id, title, content_type: 'TEXT', content: title },
      attachments: JSON.stringify(attachments),
      operation_id,
    })
  const lesson = answer(await write('Loops', [link])).id
  expect(answer(await write('For loops', [link, { ...link, title: 'Code' }])).id).toBe(lesson)
  expect(
    await db.owner(
      `select l.title, l.content, array_agg(a.title order by a.sort_order) as links
       from public.lessons l join public.lesson_attachments a on a.lesson_id = l.id
       where l.module_id = $1 group by l.id`,
      [id],
    ),
  ).toEqual([{ title: 'For loops', content: 'For loops', links: ['Slides', 'Code'] }])
})

test('a different invite with the same operation id is created separately', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const operation_id = randomUUID()
  const invite = (email: string) =>
    db.call(admin, 'create_invite', { email, role: 'MEMBER', course_ids: [], operation_id })
  const first = answer(await invite(`${randomUUID()}@example.org`))
  expect(answer(await invite(`${randomUUID()}@example.org`)).id).not.toBe(first.id)
})

test('a row that was created and deleted since is not created again', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const operation_id = randomUUID()
  const sent = { course_id: course.id, title: 'Basics', operation_id }
  const { id } = answer(await db.call(admin, 'create_module', sent))
  await db.call(admin, 'delete_module', { module_id: id })
  expect(await db.call(admin, 'create_module', sent)).toMatchObject({ code: 'PT409' })
  expect(
    await db.owner('select 1 from public.modules where course_id = $1 and deleted_at is null', [
      course.id,
    ]),
  ).toHaveLength(1)
})
