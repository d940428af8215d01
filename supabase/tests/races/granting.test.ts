import { expect, test } from 'vitest'
import { useDatabase } from '../database'

const db = useDatabase()

/**
 * Creates two courses with an additional lesson; the person learned in the second one before, and has access
 * to the first.
 */
async function between() {
  const person = await db.person()
  const courses: string[] = []
  for (let i = 0; i < 2; i += 1) {
    const { id } = await db.course()
    await db.owner(
      `with m as (insert into public.modules (course_id, title, index) values ($1, 'Module', 9) returning id)
       insert into public.lessons (module_id, title, index, content_type) select id, 'Lesson', 0, 'TEXT' from m`,
      [id],
    )
    courses.push(id)
  }
  const [had, wanted] = courses as [string, string]
  await db.owner(
    'insert into public.entitlements (user_id, course_id) select $1, unnest($2::uuid[])',
    [person.id, courses],
  )
  await db.owner('delete from public.entitlements where user_id = $1 and course_id = $2', [
    person.id,
    wanted,
  ])
  return { person, had, wanted }
}

const LOCK = (course: string) =>
  `k.locktype = 'advisory' and (k.classid::bigint << 32 | k.objid::bigint) = hashtextextended('learning ${course}', 0)`

/**
 * Changes a course in two steps: it locks one lesson that nobody has completed, and once another request
 * waits for the lock, it excludes the lesson from the progress of everybody. `work` begins between the two.
 */
async function whileChanged<T>(course: string, work: () => Promise<T>): Promise<T> {
  const change = db.owner(`do $$
    begin
      update public.lessons l set deleted_at = now() from public.modules m
      where m.id = l.module_id and m.course_id = '${course}' and m.index = 9;
      -- The query does not use pg_stat_activity, which does not change within a transaction after it was first read.
      while not exists (select 1 from pg_locks w where not w.granted and pg_backend_pid() = any (pg_blocking_pids(w.pid))) loop
        if clock_timestamp() > now() + interval '20 seconds' then
          raise exception 'no one waited';
        end if;
        perform pg_sleep(0.01);
      end loop;
      update public.courses set status = 'DRAFT' where id = '${course}';
    end $$`)
  await expect
    .poll(() => db.owner(`select 1 from pg_locks k where ${LOCK(course)} and k.granted`))
    .toHaveLength(1)
  const [outcome] = await Promise.all([work(), change])
  return outcome
}

test('saving access while one of its courses changes waits, and both succeed', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { person, had, wanted } = await between()
  const saved = await whileChanged(wanted, () =>
    db.as(admin, 'select public.save_access($1, $2, $3) as counts', [person.id, [wanted], [had]]),
  )
  expect([saved.code, saved.rows[0]?.counts]).toEqual([
    undefined,
    { granted: 1, revoked: 1, changed: 0 },
  ])
  expect(
    await db.owner('select course_id from public.entitlements where user_id = $1', [person.id]),
  ).toEqual([{ course_id: wanted }])
})

test('granting access to many people while a course changes waits, and both succeed, if ended entitlements are replaced', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { person, had, wanted } = await between()
  await db.owner(
    `update public.entitlements set expires_at = now() - interval '1 day' where user_id = $1`,
    [person.id],
  )
  const changed = await whileChanged(wanted, () =>
    db.as(
      admin,
      `select public.change_access(gen_random_uuid(), 0, 'grant', $1, people => $2) as result`,
      [[had, wanted], [person.id]],
    ),
  )
  expect([changed.code, changed.rows[0]?.result]).toMatchObject([undefined, { changed: 2 }])
})

test('setting a new end for many people while a course changes waits, and both succeed', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { person, had } = await between()
  const changed = await whileChanged(had, () =>
    db.as(
      admin,
      `select public.change_access(gen_random_uuid(), 0, 'end', $1, '2090-06-30', people => $2) as result`,
      [[had], [person.id]],
    ),
  )
  expect([changed.code, changed.rows[0]?.result]).toMatchObject([undefined, { changed: 1 }])
})

test('a purchase by hand and its refund while a course changes wait, and all succeed', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { person, wanted } = await between()
  const bought = await whileChanged(wanted, () =>
    db.as(
      admin,
      `select public.record_purchase(gen_random_uuid(), $1, $2, 0, 'EUR', 'scholarship', 'A place') ->> 'id' as id`,
      [person.id, wanted],
    ),
  )
  expect(bought.code).toBeUndefined()
  const { person: other, had } = await between()
  const [row] = await db.owner(
    `insert into public.purchases (user_id, course_id, amount_cents, provider, provider_ref, status, reason)
     values ($1, $2, 0, 'scholarship', gen_random_uuid()::text, 'COMPLETED', 'A place') returning id`,
    [other.id, had],
  )
  await db.owner(
    `insert into public.entitlements (user_id, course_id, source, purchase_id) values ($1, $2, 'PURCHASE', $3)`,
    [other.id, had, row?.id],
  )
  const refunded = await whileChanged(had, () =>
    db.as(admin, `select public.refund_purchase($1, 'Did not come')`, [row?.id]),
  )
  expect(refunded.code).toBeUndefined()
  expect(
    await db.owner('select 1 from public.entitlements where purchase_id = $1', [row?.id]),
  ).toEqual([])
})
