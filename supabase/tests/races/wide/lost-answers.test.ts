import { randomUUID } from 'node:crypto'
import type { Json } from '@rookies/data/database.gen'
import { mailInvite } from '@rookies/data/invites/send-invite'
import { EMPTY_DRAFT } from '@rookies/data/notifications/admin-draft'
import { createDataProvider } from '@rookies/data/refine/data-provider'
import { expect, onTestFinished, test } from 'vitest'
import { turnSwitches } from '../../agreement/switches'
import { type Person, useDatabase } from '../../database'
import { clientOf } from '../../wire/clients'
import { mailsTo } from '../../wire/mails'
import { raw } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'

// The answer to a request that creates something is lost, and the request is sent again as the screens do
// (rules/data#idempotent).
const db = useDatabase()

const project = { url: 'http://nowhere.test', key: '' }

/** Returns the screens' data provider over a gateway that loses the answer to the first write. */
async function providerOf(person: Person) {
  let lost = 0
  const client = await clientOf(person, { claims: { aal: 'aal2' } }, async (input, init) => {
    const answer = await fetch(input, init)
    if (lost > 0 || (init?.method ?? 'GET') === 'GET') return answer
    lost += 1
    await answer.arrayBuffer()
    return new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
  })
  const functions = {
    invoke: async (name: string, body: Json) => {
      const token = await tokenFor(person, { claims: { aal: 'aal2' } })
      const sent = await raw(`/functions/v1/${name}`, { method: 'POST', token, body })
      return sent.body as Json
    },
  }
  return { functions, provider: createDataProvider({ project, client, functions }) }
}

const recordsOf = (person: Person) =>
  db.owner('select action from public.audit_logs where user_id = $1 order by id', [person.id])

type Provider = Awaited<ReturnType<typeof providerOf>>['provider']
type Course = Awaited<ReturnType<typeof db.course>>

const creates =
  (resource: string, values: (course: Course, admin: Person) => object) =>
  (provider: Provider, course: Course, admin: Person) => {
    const variables = { id: randomUUID(), ...values(course, admin) }
    return () => provider.create({ resource, variables })
  }
const acts =
  (url: string, input: (course: Course) => object) => (provider: Provider, course: Course) => {
    const payload = input(course)
    return () => provider.custom({ url, method: 'post', payload })
  }
const copies = (kind: string, idOf: (course: Course) => string) =>
  acts('content/duplicate', (course) => ({ kind, id: idOf(course), operationId: randomUUID() }))

const ACTS: [name: string, action: string, begin: ReturnType<typeof creates>][] = [
  [
    'a course',
    'course.create',
    creates('courses', (_, { id }) => ({
      title: 'Git',
      slug: `git-${randomUUID()}`,
      created_by_id: id,
    })),
  ],
  [
    'a community',
    'community.create',
    creates('communities', (_, { id }) => ({
      name: 'Study hall',
      slug: `hall-${randomUUID()}`,
      access_type: 'FREE',
      created_by_id: id,
    })),
  ],
  [
    'a module',
    'module.create',
    creates('modules', ({ id }) => ({ course_id: id, title: 'Basics' })),
  ],
  [
    'an invite',
    'invite.create',
    creates('invites', ({ id }) => ({
      email: `${randomUUID()}@example.org`,
      role: 'MEMBER',
      courseIds: [id],
    })),
  ],
  [
    'a purchase',
    'purchase.create',
    creates('purchases', ({ id }, admin) => ({
      draft: {
        person: { id: admin.id },
        courseId: id,
        amount: '49',
        currency: 'EUR',
        kind: 'other',
        reason: 'Transfer',
      },
    })),
  ],
  [
    'a notification',
    'notification.create',
    creates('notifications', (_, { id }) => ({
      draft: { ...EMPTY_DRAFT, title: 'Hello', message: 'Welcome' },
      recipients: { audience: 'specific', person: { id, name: null, email: '' } },
    })),
  ],
  [
    'a lesson',
    'lesson.create',
    acts('lessons/save', ({ moduleId }) => ({
      target: { moduleId, operationId: randomUUID() },
      columns: { title: 'Loops', content_type: 'TEXT', content: 'Words' },
      attachments: [{ id: 'temp-1', title: 'Slides', url: 'https://example.org/slides' }],
    })),
  ],
  ['a copy of a course', 'course.duplicate', copies('course', ({ id }) => id)],
  ['a copy of a module', 'module.duplicate', copies('module', ({ moduleId }) => moduleId)],
  ['a copy of a lesson', 'lesson.duplicate', copies('lesson', ({ text }) => text)],
]

test.each(ACTS)(
  '%s is created and recorded once when its answer is lost',
  async (_, action, begin) => {
    const admin = await db.person({ role: 'ADMIN' })
    const { provider } = await providerOf(admin)
    const create = begin(provider, await db.course(), admin)
    await expect(create()).rejects.toMatchObject({ statusCode: 502 })
    const records = await recordsOf(admin)
    expect(records.filter((record) => record.action === action)).toHaveLength(1)
    await create()
    expect(await recordsOf(admin)).toEqual(records)
  },
)

test('a course whose first answer was lost gets the values of the second request', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { provider } = await providerOf(admin)
  const course = {
    id: randomUUID(),
    title: 'Gti',
    slug: `git-${randomUUID()}`,
    created_by_id: admin.id,
  }
  const create = (variables: object) => provider.create({ resource: 'courses', variables })
  await expect(create(course)).rejects.toMatchObject({ statusCode: 502 })
  expect(await create({ ...course, title: 'Git' })).toEqual({ data: { id: course.id } })
  expect(
    await db.owner('select id, title from public.courses where created_by_id = $1', [admin.id]),
  ).toEqual([{ id: course.id, title: 'Git' }])
})

test("another course's slug, and another person's id, are refused and change nothing", async () => {
  const restore = await turnSwitches(db, { creators_admin_panel: true })
  onTestFinished(async () => void (await restore()))
  const [owner, creator] = [
    await db.person({ role: 'CREATOR' }),
    await db.person({ role: 'CREATOR' }),
  ]
  const { provider } = await providerOf(creator)
  const draft = await db.owner(
    `insert into public.courses (title, slug, created_by_id) values ('Mine', $1, $2) returning id, slug`,
    [`mine-${randomUUID()}`, owner.id],
  )
  const { id, slug } = draft[0] ?? {}
  const values = { title: 'Theirs', slug, created_by_id: creator.id }
  const create = (variables: object) => provider.create({ resource: 'courses', variables })
  await expect(create({ ...values, id: randomUUID() })).rejects.toMatchObject({ statusCode: 502 })
  for (const variables of [
    { ...values, id: randomUUID() },
    { ...values, id },
    { ...values, id, slug: `other-${randomUUID()}` },
  ]) {
    const error = await create(variables).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: '23505' })
    expect(JSON.stringify(error)).not.toContain('Mine')
  }
  expect(await db.owner('select title, slug from public.courses where id = $1', [id])).toEqual([
    { title: 'Mine', slug },
  ])
})

test('an edit whose answer was lost is saved, and its repetition is no conflict', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { provider } = await providerOf(admin)
  const { id } = await db.course()
  const read = async () =>
    (await db.owner('select title, updated_at::text from public.courses where id = $1', [id]))[0]
  const unchangedSince = (await read())?.updated_at
  const save = (title: string) =>
    provider.update({ resource: 'courses', id, variables: { title }, meta: { unchangedSince } })
  await expect(save('Git')).rejects.toMatchObject({ statusCode: 502 })
  expect(await save('Git')).toEqual({ data: { id } })
  await expect(save('Rust')).rejects.toMatchObject({ code: 'STALE' })
  expect((await read())?.title).toBe('Git')
})

test('an invite whose answer is lost is mailed once', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { provider, functions } = await providerOf(admin)
  const email = `${randomUUID()}@example.org`
  const variables = { id: randomUUID(), email, role: 'MEMBER', courseIds: [] }
  const create = () => provider.create<{ id: string }>({ resource: 'invites', variables })
  await expect(create()).rejects.toMatchObject({ statusCode: 502 })
  const { data } = await create()
  expect(await mailInvite(functions, data.id)).toEqual({ state: 'SENT' })
  expect(await mailsTo(email)).toHaveLength(1)
})
