import { expect, test } from 'vitest'
import { useDatabase } from './database'

const db = useDatabase()

const about = (id: string) =>
  db.owner(
    `select action, target_type, user_id, actor, before, after, user_agent, ip_address from public.audit_logs where target_id = $1 order by id`,
    [id],
  )

test('a change records who, what, before and after, in the same transaction', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course({ status: 'DRAFT' })
  await db.as(admin, `update public.courses set status = 'PUBLISHED' where id = $1`, [course.id])
  await db.as(admin, `update public.courses set title = 'New name' where id = $1`, [course.id])
  const [created, published, renamed] = await about(course.id)
  expect(created).toMatchObject({ action: 'course.create', user_id: null, actor: 'postgres' })
  expect(published).toEqual({
    action: 'course.publish',
    target_type: 'course',
    user_id: admin.id,
    actor: null,
    before: { status: 'DRAFT' },
    after: { status: 'PUBLISHED', fields: ['status'] },
    user_agent: 'vitest',
    ip_address: '192.0.2.7',
  })
  expect(renamed).toMatchObject({
    action: 'course.update',
    before: { title: 'A course' },
    after: { title: 'New name' },
  })
})

test('a change without an effect, or a refused one, records nothing', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const before = await about(course.id)
  await db.as(admin, 'update public.courses set title = title where id = $1', [course.id])
  await db.as(admin, `update public.courses set slug = 'BAD' where id = $1`, [course.id])
  expect(await about(course.id)).toEqual(before)
})

test('moving lessons is one record with the order before and after', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  await db.as(admin, 'update public.lessons set index = 2 - index where module_id = $1', [
    course.moduleId,
  ])
  const moves = (await about(course.moduleId)).filter((row) => row.action === 'lesson.reorder')
  expect(moves).toMatchObject([
    { before: { order: [course.text, course.link] }, after: { order: [course.link, course.text] } },
  ])
})

test('a record about a person names the fields, never a name, an email or a phone', async () => {
  const ada = await db.person({ metadata: { name: 'Ada Lovelace', phone: '555-0100' } })
  await db.as(ada, `update public.profiles set name = 'Countess Lovelace' where id = $1`, [ada.id])
  await db.authService(`update auth.users set email = 'new-' || email where id = $1`, [ada.id])
  const text = JSON.stringify(await about(ada.id))
  expect(text).toContain('"fields":["name"]')
  for (const secret of ['Lovelace', '@', '555']) expect(text).not.toContain(secret)
})

test('role changes, disabling and enabling have their own actions', async () => {
  const ada = await db.person()
  for (const change of [`role = 'MODERATOR'`, 'disabled_at = now()', 'disabled_at = null']) {
    await db.owner(`update public.profiles set ${change} where id = $1`, [ada.id])
  }
  expect((await about(ada.id)).map((row) => row.action)).toEqual([
    'user.role_change',
    'user.disable',
    'user.enable',
  ])
})

test('the record of an invite contains neither token nor email', async () => {
  const [invite] = await db.owner(
    `insert into public.invites (email) values ('invitee@example.test') returning id, token`,
  )
  const records = await about(String(invite?.id))
  expect(records).toMatchObject([{ action: 'invite.create' }])
  expect(JSON.stringify(records)).not.toContain(String(invite?.token))
  expect(JSON.stringify(records)).not.toContain('invitee')
})

test('administrators read the audit log; nobody writes, changes or deletes it', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const member = await db.person()
  expect((await db.as(admin, 'select id from public.audit_logs limit 1')).rows).toHaveLength(1)
  expect((await db.as(member, 'select id from public.audit_logs limit 1')).rows).toEqual([])
  const service = { id: '', email: '', claims: { role: 'service_role', sub: null } }
  for (const who of [admin, service]) {
    for (const sql of [
      `insert into public.audit_logs (action, target_type) values ('x.create', 'x')`,
      `update public.audit_logs set action = 'x'`,
      'delete from public.audit_logs',
      'truncate public.audit_logs',
    ]) {
      expect((await db.as(who, sql)).code, sql).toBe('42501')
    }
  }
})

test('the records of a deleted account remain, without the person', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  await db.as(admin, `update public.courses set title = 'Theirs' where id = $1`, [course.id])
  await db.authService('delete from auth.users where id = $1', [admin.id])
  expect((await about(course.id)).at(-1)).toMatchObject({ action: 'course.update', user_id: null })
})

test('a record keeps the name of its target at that time, and its course', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const person = await db.person()
  const course = await db.course({ title: 'Git' })
  await db.as(admin, `update public.lessons set title = 'Rebase' where id = $1`, [course.text])
  await db.as(admin, `update public.lessons set title = 'Rebase or merge' where id = $1`, [
    course.text,
  ])
  await db.as(admin, 'update public.lessons set index = 2 - index where module_id = $1', [
    course.moduleId,
  ])
  await db.as(admin, `select public.save_access($1, array[$2]::uuid[], '{}')`, [
    person.id,
    course.id,
  ])
  await db.as(admin, `update public.courses set title = 'Version control' where id = $1`, [
    course.id,
  ])
  await db.as(admin, 'select public.delete_course($1)', [course.id])
  const records = await db.owner(
    `select action, title from public.audit_logs where course_id = $1 and user_id = $2 order by id`,
    [course.id, admin.id],
  )
  const lines = records.map(({ action, title }) => `${action} ${title}`)
  expect(lines.slice(0, 5)).toEqual([
    'lesson.update Rebase',
    'lesson.update Rebase or merge',
    expect.stringMatching(/^lesson\.reorder /),
    'entitlement.grant Git',
    'course.update Version control',
  ])
  expect(lines).toEqual(
    expect.arrayContaining(['course.delete Version control', 'lesson.delete Rebase or merge']),
  )
  await db.as(admin, 'select public.set_role($1, $2)', [person.id, 'MODERATOR'])
  const [role] = (await about(person.id)).filter(({ action }) => action === 'user.role_change')
  expect(role).toBeDefined()
  expect(
    await db.owner(
      `select from public.audit_logs where target_type = 'user' and title is not null`,
    ),
  ).toEqual([])
})
