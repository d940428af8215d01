import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { turnSwitches } from '../../agreement/switches'
import { type Person, useDatabase } from '../../database'
import { cohorts } from '../../scenes/cohorts'
import { serviceClient } from '../../wire/clients'
import { courseTree } from '../../wire/course-trees'
import { rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'
import { atOnce, call, tally, verdict } from '../at-once'

// Many people act on one cohort at the same moment: seats are not exceeded, each act is done once, and grants agree
// with memberships (rules/cohorts#seats, #people, #moving, #again).
const db = useDatabase()
const { cohort, join } = cohorts(db)
const lanes = { timeout: 90_000 }

let admin: Person
let token: string

beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN' })
  token = await tokenFor(admin, { claims: { aal: 'aal2' } })
})

const people = async (count: number) => {
  const made: Person[] = []
  for (let i = 0; i < count; i += 1) made.push(await db.person())
  return made
}

const memberOf = async (id: string, { id: person }: Person) =>
  (
    await db.owner(
      `select state, shift_days, paused_on from public.cohort_members where cohort_id = $1 and user_id = $2`,
      [id, person],
    )
  )[0]

/** The grants of the cohort that are wrong or missing, by its memberships and dates. */
const wrongGrants = (id: string) =>
  db.owner(
    `with wanted as (
       select m.user_id, k.course_id, private.last_second(c.access_ends_on + m.shift_days, c.time_zone) as expires_at
       from public.cohorts c join public.cohort_members m on m.cohort_id = c.id and m.state <> 'LEFT'
       join public.cohort_courses k on k.cohort_id = c.id where c.id = $1)
     select w.user_id, w.expires_at as wanted, e.expires_at as held
     from wanted w full join (select * from public.entitlements where cohort_id = $1) e
       on (e.user_id, e.course_id) = (w.user_id, w.course_id)
     where w.expires_at is distinct from e.expires_at or e.user_id is null or w.user_id is null`,
    [id],
  )

describe('the last seats', () => {
  test(
    'go to exactly as many of fifty people who join at once, in every way',
    async () => {
      for (const seats of [1, 4]) {
        const { course } = await courseTree(db, { by: admin })
        const id = await cohort({ seats, courses: [{ id: course }] })
        const link = Object((await call('make_cohort_link', token, { cohort_id: id })).body).token
        const all = await people(50)
        const ways = await Promise.all(
          all.map(async (person, i) => {
            if (i % 4 === 0) {
              const body = { cohort_id: id, user_id: person.id }
              return () => rest('cohort_members', { method: 'POST', token, body })
            }
            if (i % 4 === 1) {
              return () => call('add_cohort_people', token, { cohort_id: id, people: [person.id] })
            }
            const mine = await tokenFor(person)
            if (i % 4 === 2) return () => call('join_by_link', mine, { token: link })
            const [invite] = await db.owner(
              'insert into public.invites (email, invited_by_id, cohort_id) values ($1, $2, $3) returning token',
              [person.email, admin.id, id],
            )
            return () => call('accept_invite', mine, { token: invite?.token })
          }),
        )
        const answers = await Promise.all(ways.map((way) => way()))
        const verdicts = tally(answers.map(verdict))
        expect([seats, verdicts.done]).toEqual([seats, seats])
        for (const said of Object.keys(verdicts)) {
          expect([
            ...['done', 'PT409 COHORT_FULL', 'PT422 LINK_FULL', 'PT422 INVITE_FULL'],
          ]).toContain(said)
        }
        const [row] = await db.owner(
          `select (select count(*)::int from public.cohort_members m where m.cohort_id = $1) as people,
           (select count(*)::int from public.entitlements e where e.cohort_id = $1) as grants,
           (select count(*)::int from public.invites i where i.cohort_id = $1 and i.redeemed_at is not null) as redeemed`,
          [id],
        )
        const [joinedByInvite] = [answers.filter((a, i) => i % 4 === 3 && a.status < 300).length]
        expect(row).toEqual({ people: seats, grants: seats, redeemed: joinedByInvite })
      }
    },
    lanes.timeout,
  )

  test('are not exceeded while their number is lowered', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await cohort({ seats: 2 })
      const [mia, max] = [await db.person(), await db.person()]
      await join(id, mia)
      await Promise.all([
        call('add_cohort_people', token, { cohort_id: id, people: [max.id] }),
        rest(`cohorts?id=eq.${id}`, { method: 'PATCH', token, body: { seats: 1 } }),
      ])
      const [row] = await db.owner(
        `select c.seats >= (select count(*) from public.cohort_members m where m.cohort_id = c.id) as fits from public.cohorts c where c.id = $1`,
        [id],
      )
      expect(row).toEqual({ fits: true })
    }
  })
})

describe('one person', () => {
  const act = (id: string, person: Person, name: string, more: object = {}) =>
    call('change_cohort_people', token, { cohort_id: id, people: [person.id], act: name, ...more })

  test('whose pause is ended by two concurrent requests gets the days of the pause only once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [id, mia] = [await cohort(), await db.person()]
      await join(id, mia)
      await db.owner(
        `update public.cohort_members set state = 'PAUSED', paused_on = (now() at time zone 'UTC')::date - 3 where cohort_id = $1`,
        [id],
      )
      const path = `cohort_members?cohort_id=eq.${id}&user_id=eq.${mia.id}`
      const answers = await Promise.all([
        act(id, mia, 'resume'),
        act(id, mia, 'resume'),
        rest(path, { method: 'PATCH', token, body: { state: 'ACTIVE' } }),
      ])
      expect(answers.map(verdict)).toEqual(['done', 'done', 'done'])
      expect(await memberOf(id, mia)).toEqual({ state: 'ACTIVE', shift_days: 3, paused_on: null })
    }
  })

  test('is shifted once by each of five requests, and only once by a repeated request', async () => {
    const [id, mia] = [await cohort(), await db.person()]
    await join(id, mia)
    const operation_id = randomUUID()
    const answers = [
      ...(await atOnce(5, () => act(id, mia, 'shift', { days: 1 }))),
      ...(await atOnce(5, () => act(id, mia, 'shift', { days: 10, operation_id }))),
    ]
    expect(tally(answers.map(verdict))).toEqual({ done: 10 })
    expect(await memberOf(id, mia)).toMatchObject({ shift_days: 15 })
  })

  test(
    'keeps a grant that ends with the cohort, if the cohort is moved while people pause, resume, join and leave',
    async () => {
      for (let round = 0; round < 6; round += 1) {
        const { course } = await courseTree(db, { by: admin })
        const id = await cohort({ courses: [{ id: course }], starts: 5, accessDays: 120 })
        const all = await people(4)
        const [mia, max, ann, tom] = all as [Person, Person, Person, Person]
        for (const person of [mia, max, ann]) await join(id, person)
        await act(id, max, 'pause')
        await db.owner(
          `update public.cohort_members set paused_on = (now() at time zone 'UTC')::date - 4 where state = 'PAUSED' and cohort_id = $1`,
          [id],
        )
        const answers = await Promise.all([
          call('move_cohort', token, { cohort_id: id, days: 7, dry_run: false }),
          act(id, mia, 'pause'),
          act(id, max, 'resume'),
          act(id, ann, 'leave'),
          call('add_cohort_people', token, { cohort_id: id, people: [tom.id] }),
        ])
        expect(answers.map(verdict)).toEqual(['done', 'done', 'done', 'done', 'done'])
        expect(await wrongGrants(id)).toEqual([])
        expect(await memberOf(id, max)).toMatchObject({ state: 'ACTIVE', shift_days: 4 })
      }
    },
    lanes.timeout,
  )
})

describe('one cohort', () => {
  test('is moved once by the same request from ten tabs, and twice by two different requests', async () => {
    const { course, lesson } = await courseTree(db, { by: admin })
    const id = await cohort({ courses: [{ id: course }], accessDays: 120 })
    await db.owner('insert into public.releases (cohort_id, lesson_id, day) values ($1, $2, 40)', [
      id,
      lesson,
    ])
    const move = (operation_id: string) =>
      call('move_cohort', token, { cohort_id: id, days: 7, dry_run: false, operation_id })
    const operation = randomUUID()
    const answers = await atOnce(10, () => move(operation))
    expect(tally(answers.map(({ text }) => text))).toEqual({ [answers[0]?.text ?? '']: 10 })
    await atOnce(2, () => move(randomUUID()))
    const [row] = await db.owner(
      `select c.ends_on - c.starts_on as lasts, (select r.day from public.releases r where r.cohort_id = c.id) as day
       from public.cohorts c where c.id = $1`,
      [id],
    )
    expect(row).toEqual({ lasts: 84 + 21, day: 40 + 21 })
  })

  test('begins again once for the same request from ten tabs, with and without an operation', async () => {
    const { course } = await courseTree(db, { by: admin })
    const id = await cohort({ courses: [{ id: course }] })
    for (const operation_id of [randomUUID(), null]) {
      const slug = `again-${randomUUID().slice(0, 8)}`
      const body = { cohort_id: id, starts_on: '2090-03-01', title: 'Spring', slug, operation_id }
      const answers = await atOnce(10, () => call('start_cohort_again', token, body))
      expect(tally(answers.map(verdict))).toEqual({ done: 10 })
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(
        await db.owner(
          `select count(*)::int as made, (select count(*)::int from public.cohort_courses k where k.cohort_id = min(c.id::text)::uuid) as courses
           from public.cohorts c where c.slug = $1`,
          [slug],
        ),
      ).toEqual([{ made: 1, courses: 1 }])
    }
  })

  test(
    'gets one message from repeated requests, and three workers send each of its mails once',
    async () => {
      const id = await cohort()
      const all = await people(40)
      await db.owner(
        'insert into public.cohort_members (cohort_id, user_id) select $1, unnest($2::uuid[])',
        [id, all.map((person) => person.id)],
      )
      const body = { cohort_id: id, title: 'Room', message: 'Room 4', operation_id: randomUUID() }
      const answers = await atOnce(6, () => call('send_cohort_message', token, body))
      expect(tally(answers.map(verdict))).toEqual({ done: 6 })
      const claimed: string[] = []
      const worker = async () => {
        for (;;) {
          const server = serviceClient()
          const { data } = await server.rpc('claim_due_mails', {
            only_kinds: ['cohort_message_mail'],
          })
          const { taken, mails } = Object(data)
          for (const { key, id: work_id, attempt } of mails) {
            claimed.push(key)
            await server.rpc('settle_due_mail', { work_id, attempt })
          }
          if (taken === 0) return
        }
      }
      await Promise.all([worker(), worker(), worker()])
      const [row] = await db.owner(
        `select count(*)::int as bells, count(distinct n.recipient_id)::int as people,
         (select count(*)::int from public.cohort_messages m where m.cohort_id = $1) as messages,
         (select count(*)::int from private.due_work w where w.kind = 'cohort_message_mail' and w.subject_id = m.id) as mails,
         (select max(w.attempts) from private.due_work w where w.kind = 'cohort_message_mail' and w.subject_id = m.id) as attempts
       from public.notifications n join public.cohort_messages m on m.id = n.cohort_message_id where m.cohort_id = $1 group by m.id`,
        [id],
      )
      expect(row).toEqual({ bells: 40, people: 40, messages: 1, mails: 40, attempts: 1 })
      // The backend's own worker may have taken some of them.
      expect(new Set(claimed).size).toBe(claimed.length)
      expect(claimed.length).toBeGreaterThan(0)
    },
    lanes.timeout,
  )
})

describe('a moderator who leaves the staff of a cohort', () => {
  /** Runs a statement and commits it once another request waits for it. */
  async function whileEnding<T>(statement: string, work: () => Promise<T>): Promise<T> {
    const end = db.owner(`do $$
      begin
        ${statement};
        perform pg_advisory_xact_lock(4711);
        while not exists (select 1 from pg_locks w where not w.granted and pg_backend_pid() = any (pg_blocking_pids(w.pid))) loop
          if clock_timestamp() > now() + interval '10 seconds' then
            raise exception 'no one waited';
          end if;
          perform pg_sleep(0.01);
        end loop;
      end $$`)
    await expect
      .poll(() =>
        db.owner(`select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and granted`),
      )
      .toHaveLength(1)
    const [outcome] = await Promise.all([work(), end])
    return outcome
  }

  test(
    'cannot do an act that arrives at the same moment',
    async () => {
      const restore = await turnSwitches(db, { moderators_see_everybody: false })
      try {
        const { course, lesson } = await courseTree(db, { by: admin })
        const mia = await db.person()
        const acts: [string, (id: string) => object][] = [
          ['change_cohort_people', () => ({ people: [mia.id], act: 'open' })],
          ['add_cohort_people', () => ({ people: [mia.id] })],
          ['move_cohort', () => ({ days: 7, dry_run: false })],
          ['save_releases', () => ({ changes: [{ lesson_id: lesson, day: 0 }] })],
          ['send_cohort_message', () => ({ title: 'x', message: 'x' })],
          ['make_cohort_link', () => ({})],
        ]
        for (const [name, args] of acts) {
          const coach = await db.person({ role: 'MODERATOR' })
          const coachs = await tokenFor(coach, { claims: { aal: 'aal2' } })
          const id = await cohort({ courses: [{ id: course }], staff: [coach] })
          await join(id, mia)
          const ends = `delete from public.cohort_staff where user_id = '${coach.id}'`
          const answer = await whileEnding(ends, () =>
            call(name, coachs, { cohort_id: id, ...args(id) }),
          )
          expect([name, verdict(answer)]).toEqual([name, '42501'])
          expect(
            await db.owner(
              `select m.open_all, c.ends_on - c.starts_on as lasts,
               (select count(*)::int from public.releases r where r.cohort_id = c.id) as releases,
               (select count(*)::int from public.cohort_messages r where r.cohort_id = c.id) as messages,
               (select count(*)::int from private.cohort_links r where r.cohort_id = c.id) as links
             from public.cohorts c join public.cohort_members m on m.cohort_id = c.id where c.id = $1`,
              [id],
            ),
          ).toEqual([{ open_all: false, lasts: 84, releases: 0, messages: 0, links: 0 }])
        }
      } finally {
        await restore()
      }
    },
    lanes.timeout,
  )

  test('is not added to the staff if they lose their role at the same moment', async () => {
    const coach = await db.person({ role: 'MODERATOR' })
    const id = await cohort()
    const answer = await whileEnding(
      `update public.profiles set role = 'MEMBER' where id = '${coach.id}'`,
      () =>
        rest('cohort_staff', {
          method: 'POST',
          token,
          body: { cohort_id: id, user_id: coach.id, duty: 'COACH' },
        }),
    )
    expect(verdict(answer)).toBe('PT422 NOT_STAFF')
    expect(
      await db.owner('select duty from public.cohort_staff where user_id = $1', [coach.id]),
    ).toEqual([])
  })
})
