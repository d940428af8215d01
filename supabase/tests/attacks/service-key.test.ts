import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { clientOf, serviceClient, type WireClient } from '../wire/clients'

// Tests a script with the secret key and the client library: it can do over the API what screens do, and may
// change everything but the audit log and the role table.
const db = useDatabase()
const service = () => serviceClient()

let learner: Person
beforeAll(async () => {
  learner = await db.person()
})

/** Returns the one written row; throws the API's error. */
async function row<T>(answer: PromiseLike<{ data: T; error: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await answer
  if (error || !data) throw error
  return data
}

/** Creates a published course with one lesson, with values for every constraint and trigger. */
async function makeCourse(client: WireClient) {
  const course = await row(
    client
      .from('courses')
      .insert({
        title: 'By a script',
        slug: `script-${randomUUID().slice(0, 8)}`,
        author_name: 'Ada',
        thumbnail_url: `covers/${randomUUID()}/cover.png`,
      })
      .select()
      .single(),
  )
  const module = await row(
    client
      .from('modules')
      .insert({ course_id: course.id, title: 'One', index: 0 })
      .select()
      .single(),
  )
  const lesson = await row(
    client
      .from('lessons')
      .insert({
        module_id: module.id,
        title: 'Watching',
        index: 0,
        content_type: 'VIDEO',
        video_provider: 'YOUTUBE',
        video_asset_id: 'aqz-KE-bpKQ',
        external_url: 'https://example.org/more',
        duration_sec: 60,
      })
      .select()
      .single(),
  )
  const attachments = await row(
    client
      .from('lesson_attachments')
      .insert([
        { lesson_id: lesson.id, title: 'Link', url: 'https://example.org/a', sort_order: 0 },
        { lesson_id: lesson.id, title: 'Path', url: '/app/dashboard', sort_order: 1 },
        {
          lesson_id: lesson.id,
          title: 'File',
          url: `lesson-files/${randomUUID()}/a.pdf`,
          sort_order: 2,
        },
      ])
      .select(),
  )
  return { course, module, lesson, attachments }
}

test('a script creates, changes, publishes and grants a course, and its learner reads it', async () => {
  const { course, module, lesson, attachments } = await makeCourse(service())
  expect(attachments).toHaveLength(3)
  await row(
    service().from('courses').update({ status: 'PUBLISHED' }).eq('id', course.id).select().single(),
  )
  await row(
    service().from('modules').update({ title: 'First' }).eq('id', module.id).select().single(),
  )
  await row(
    service().from('lessons').update({ content: 'Words' }).eq('id', lesson.id).select().single(),
  )
  await row(
    service()
      .from('lesson_files')
      .insert({
        lesson_id: lesson.id,
        path: `${randomUUID()}/a.pdf`,
        name: 'a.pdf',
        size: 1,
        type: 'application/pdf',
      })
      .select()
      .single(),
  )
  const grant = { user_id: learner.id, course_id: course.id }
  await row(service().from('entitlements').insert(grant).select().single())
  const client = await clientOf(learner)
  const { data } = await client
    .from('lessons')
    .select('content, lesson_attachments(title)')
    .eq('id', lesson.id)
  expect(data).toMatchObject([{ content: 'Words', lesson_attachments: [{}, {}, {}] }])

  for (const made of ['lesson_completions', 'lesson_progress'] as const) {
    await row(
      service().from(made).insert({ user_id: learner.id, lesson_id: lesson.id }).select().single(),
    )
  }
  await row(service().from('courses').delete().eq('id', course.id).select().single())
})

test('a script invites and notifies people, and adds them to a community', async () => {
  const email = `${randomUUID()}@example.test`
  await row(service().from('invites').insert({ email }).select().single())
  await row(
    service()
      .from('notifications')
      .insert({
        title: 'Hello',
        message: 'From a script',
        recipient_id: learner.id,
        action_url: '/app/dashboard',
      })
      .select()
      .single(),
  )
  const slug = `script-${randomUUID().slice(0, 8)}`
  const community = await row(
    service().from('communities').insert({ name: 'Script', slug }).select().single(),
  )
  const here = { community_id: community.id, user_id: learner.id }
  await row(service().from('community_members').insert(here).select().single())
  await row(
    service().from('profiles').update({ name: 'Renamed' }).eq('id', learner.id).select().single(),
  )
  await row(
    service().from('settings').update({ site_description: '' }).eq('id', true).select().single(),
  )
})

test('a script cannot change the audit log and the role table', async () => {
  const refused = { error: { code: '42501' } }
  const { data } = await service().from('audit_logs').select('id').limit(1)
  expect(data).toHaveLength(1)
  expect(await service().from('audit_logs').delete().gt('id', 0)).toMatchObject(refused)
  expect(
    await service().from('audit_logs').update({ action: 'nothing' }).gt('id', 0),
  ).toMatchObject(refused)
  expect(await service().from('list_changes').delete().neq('resource', '')).toMatchObject(refused)
  expect(await service().from('role_permissions').select()).toMatchObject(refused)
  expect(await service().rpc('before_user_created', { event: {} })).toMatchObject(refused)
})
