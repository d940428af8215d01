import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'

const db = useDatabase()

const HOUR = 3600
const DAY = 24 * HOUR

/** Sends a completion that happened `age` seconds ago. */
const send = (who: Person | 'visitor', lesson: string, age: number | string | null, as?: Person) =>
  db.as(who, 'select public.complete_late($1, $2, $3)', [lesson, age, as?.id ?? null])

async function completion(who: Person, lesson: string) {
  const [row] = await db.owner(
    `select round(extract(epoch from now() - completed_at))::int as age,
       received_at > now() - interval '1 minute' as received_now
     from public.lesson_completions where user_id = $1 and lesson_id = $2`,
    [who.id, lesson],
  )
  return row && { age: Math.round(Number(row.age) / 60) * 60, received_now: row.received_now }
}

/** Creates a member with ended access; the arguments are SQL intervals from now. */
async function endedAccess({ began = '-30 days', ended = '-1 day' } = {}) {
  const [ada, course] = [await db.person(), await db.course()]
  await db.entitle(ada, course.id, ended)
  await db.owner(
    'update public.entitlements set created_at = now() + $2::interval where user_id = $1',
    [ada.id, began],
  )
  return { ada, course, lesson: course.text }
}

const REASONS = {
  COMPLETED_LONG_AGO: 'It was completed more than a week ago.',
  COMPLETED_OUTSIDE: 'It was not open to you when you completed it.',
  COMPLETION_UNDONE: 'You marked it as not complete later.',
  NO_ACCESS: 'You no longer have access to it.',
}
const refused = (reason: keyof typeof REASONS) => ({ code: 'PT403', message: REASONS[reason] })

describe('a late completion from the time of access', () => {
  test('is stored with its own time and the time of its arrival', async () => {
    const { ada, course, lesson } = await endedAccess()
    // Like the outbox, this tries the plain insert first, which is refused.
    const plain = 'insert into public.lesson_completions (lesson_id) values ($1)'
    expect((await db.as(ada, plain, [lesson])).code).toBe('42501')
    expect(await send(ada, lesson, 2 * DAY, ada)).not.toHaveProperty('code')
    expect(await completion(ada, lesson)).toEqual({ age: 2 * DAY, received_now: true })
    await send(ada, course.link, 3 * DAY)
    expect(await completion(ada, course.link)).toMatchObject({ age: 3 * DAY })
  })

  test('can be sent again, and does not replace an existing completion', async () => {
    const { ada, lesson } = await endedAccess()
    await send(ada, lesson, 2 * DAY)
    await Promise.all([send(ada, lesson, 5 * DAY), send(ada, lesson, 3 * DAY)])
    expect(await send(ada, lesson, 60 * DAY)).not.toHaveProperty('code')
    expect(await completion(ada, lesson)).toMatchObject({ age: 2 * DAY })
  })

  test('is not stored after a later undo, but is after an earlier one', async () => {
    const { ada, lesson } = await endedAccess()
    await send(ada, lesson, 4 * DAY)
    await db.as(ada, 'delete from public.lesson_completions where lesson_id = $1', [lesson])
    expect(await send(ada, lesson, 2 * DAY)).toMatchObject(refused('COMPLETION_UNDONE'))
    expect(await completion(ada, lesson)).toBeUndefined()
    await db.owner(
      `update private.undone_completions set undone_at = now() - interval '3 days' where user_id = $1`,
      [ada.id],
    )
    await send(ada, lesson, 2 * DAY)
    expect(await completion(ada, lesson)).toMatchObject({ age: 2 * DAY })
  })

  test('gets the time of the server if access is open again', async () => {
    const { ada, course, lesson } = await endedAccess()
    await db.owner(
      `update public.entitlements set expires_at = null where user_id = $1 and course_id = $2`,
      [ada.id, course.id],
    )
    await send(ada, lesson, 2 * DAY)
    expect(await completion(ada, lesson)).toMatchObject({ age: 0 })
  })
})

describe('a late completion does not count', () => {
  test('after the end of access, before its start, or after more than a week', async () => {
    const { ada, lesson } = await endedAccess({ began: '-5 days' })
    for (const age of [0, DAY - HOUR, -DAY, 6 * DAY, null]) {
      expect(await send(ada, lesson, age), String(age)).toMatchObject(refused('COMPLETED_OUTSIDE'))
    }
    for (const age of [7 * DAY + 1, 365 * DAY, 1e300, 'NaN', 'Infinity']) {
      expect(await send(ada, lesson, age), String(age)).toMatchObject(refused('COMPLETED_LONG_AGO'))
    }
    expect(await completion(ada, lesson)).toBeUndefined()
  })

  test('after access was revoked, whatever age it claims', async () => {
    const { ada, course, lesson } = await endedAccess()
    const boss = await db.person({ role: 'ADMIN' })
    await db.owner('update public.entitlements set expires_at = null where user_id = $1', [ada.id])
    await db.answer(boss, 'change_access', {
      operation_id: randomUUID(),
      piece: 0,
      act: 'revoke',
      course_ids: [course.id],
      people: [ada.id],
    })
    for (const age of [60, 2 * DAY, 6 * DAY]) {
      expect(await send(ada, lesson, age)).toMatchObject(refused('NO_ACCESS'))
    }
    expect(await completion(ada, lesson)).toBeUndefined()
  })

  test.each([
    ['an unpublished course', `update public.courses set status = 'DRAFT' where id = $1`],
    ['a deleted course', 'update public.courses set deleted_at = now() where id = $1'],
    ['a deleted module', 'update public.modules set deleted_at = now() where course_id = $1'],
    [
      'a deleted lesson',
      `update public.lessons set deleted_at = now() where module_id in (select id from public.modules where course_id = $1)`,
    ],
  ])('in %s', async (_, sql) => {
    const { ada, course, lesson } = await endedAccess()
    await db.owner(sql, [course.id])
    expect(await send(ada, lesson, 2 * DAY)).toMatchObject(refused('NO_ACCESS'))
    expect(await completion(ada, lesson)).toBeUndefined()
  })

  test('for a visitor, a stranger, another person, or a disabled person', async () => {
    const { ada, lesson } = await endedAccess()
    const grace = await db.person()
    expect((await send('visitor', lesson, 2 * DAY)).code).toBe('42501')
    expect(await send(grace, lesson, 2 * DAY)).toMatchObject(refused('NO_ACCESS'))
    expect((await send(grace, lesson, 2 * DAY, ada)).code).toBe('42501')
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [ada.id])
    expect((await send(ada, lesson, 2 * DAY)).code).toBe('42501')
    expect(await completion(ada, lesson)).toBeUndefined()
    expect(await completion(grace, lesson)).toBeUndefined()
  })

  test('if a plain insert sets its time', async () => {
    const { ada, course, lesson } = await endedAccess()
    await db.owner('update public.entitlements set expires_at = null where user_id = $1', [ada.id])
    for (const column of ['completed_at', 'received_at']) {
      const write = `insert into public.lesson_completions (lesson_id, ${column}) values ($1, now() - interval '2 days')`
      expect((await db.as(ada, write, [lesson])).code).toBe('42501')
    }
    await db.as(ada, 'insert into public.lesson_completions (lesson_id) values ($1)', [course.link])
    expect(await completion(ada, course.link)).toEqual({ age: 0, received_now: true })
  })
})

test('the time of an undo is deleted after eight days, and with its person', async () => {
  const { ada, course, lesson } = await endedAccess()
  const undone = () =>
    db.owner('select lesson_id from private.undone_completions where user_id = $1', [ada.id])
  const undo = (id: string) =>
    db.as(ada, 'delete from public.lesson_completions where lesson_id = $1', [id])
  await send(ada, lesson, 2 * DAY)
  await undo(lesson)
  await db.owner(
    `update private.undone_completions set undone_at = now() - interval '9 days' where user_id = $1`,
    [ada.id],
  )
  await send(ada, course.link, 2 * DAY)
  await undo(course.link)
  expect(await undone()).toEqual([{ lesson_id: course.link }])
  await send(ada, lesson, 2 * DAY)
  await db.owner('delete from auth.users where id = $1', [ada.id])
  expect(await undone()).toEqual([])
})
