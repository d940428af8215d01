import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { assignments } from '../../scenes/assignments'
import { cohorts } from '../../scenes/cohorts'
import { type InboxRow, inboxes } from '../../scenes/inbox'
import { questions } from '../../scenes/questions'
import { tokenFor } from '../../wire/tokens'
import { atOnce, call, tally, verdict } from '../at-once'

// Staff and learners act on one row of the inbox at the same moment (rules/inbox#done, #hand-over).
const db = useDatabase()
const { rowOf, longWaiting, silentPerson, look } = inboxes(db)
const { handIn } = assignments(db)
const { classroom, ask, answer } = questions(db)
const lanes = { timeout: 90_000 }

const tokenOf = (person: Person) => tokenFor(person, { claims: { aal: 'aal2' } })
const keyOf = ({ kind, subject_id, version }: InboxRow) => ({ kind, subject_id, version })

test(
  'of ten people who hand over one row at once, one succeeds, and one colleague is notified',
  lanes,
  async () => {
    const { id } = await longWaiting()
    const people: Person[] = []
    for (let i = 0; i < 20; i += 1) people.push(await db.person({ role: 'ADMIN' }))
    const row = (await rowOf(people[0] as Person, id)) as InboxRow
    const tokens = await Promise.all(people.slice(0, 10).map(tokenOf))
    const answers = await atOnce(10, (i) =>
      call('hand_over_inbox_row', tokens[i], { ...keyOf(row), to_id: people[10 + i]?.id }),
    )
    expect(tally(answers.map(verdict))).toEqual({ done: 1, 'PT409 HANDED_OVER': 9 })
    const told = await db.owner(
      `select from public.notifications where title = 'Handed over to you' and recipient_id = any ($1)`,
      [people.map((person) => person.id)],
    )
    expect(told).toHaveLength(1)
  },
)

test('a row that is done while its learner hands in again is shown again', lanes, async () => {
  for (let time = 0; time < 10; time += 1) {
    const { id, mia, lesson } = await longWaiting()
    const ada = await db.person({ role: 'ADMIN' })
    const row = (await rowOf(ada, id)) as InboxRow
    const token = await tokenOf(ada)
    await Promise.all([call('finish_inbox_row', token, keyOf(row)), handIn(mia, lesson)])
    expect(await rowOf(ada, id)).toMatchObject({ version: '2' })
  }
})

test(
  'a row that two people put away at once is hidden from both, with one mark each',
  lanes,
  async () => {
    const { id } = await longWaiting()
    const people = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
    const row = (await rowOf(people[0] as Person, id)) as InboxRow
    const tokens = await Promise.all(people.map(tokenOf))
    const answers = await atOnce(10, (i) => call('finish_inbox_row', tokens[i % 2], keyOf(row)))
    expect(tally(answers.map(verdict))).toEqual({ done: 10 })
    for (const person of people) expect(await rowOf(person, id)).toBeUndefined()
    const marks = await db.owner('select from private.inbox_marks where subject_id = $1', [id])
    expect(marks).toHaveLength(2)
  },
)

test('a question that is done while its asker writes again is shown again', lanes, async () => {
  const { lesson, mia, admin } = await classroom()
  const [staff, asker] = [await tokenOf(admin), await tokenOf(mia)]
  for (let time = 0; time < 10; time += 1) {
    const { id } = await ask(mia, lesson)
    await db.owner(
      `update public.questions set waiting_since = now() - interval '40 years' where id = $1`,
      [id],
    )
    const row = (await rowOf(admin, id)) as InboxRow
    // After an answer of staff, the question no longer waits; a new text of its author makes it wait again.
    await answer(admin, id)
    const write = () => call('answer_question', asker, { question_id: id, body: 'And then?' })
    const done = () => call('finish_inbox_row', staff, keyOf(row))
    if (time % 2 === 0) await atOnce(2, (i) => (i === 0 ? done() : write()))
    else {
      // The new text is not on the screen on which the row is marked as done.
      await write()
      await done()
    }
    const [hidden] = await db.owner(
      `select q.state, exists (
         select from private.inbox_marks k
         where k.subject_id = q.id and k.version = extract(epoch from q.waiting_since)::text) as away
       from public.questions q where q.id = $1`,
      [id],
    )
    expect(hidden).toEqual({ state: 'OPEN', away: false })
    await db.owner('update public.questions set deleted_at = now() where id = $1', [id])
  }
})

test(
  'the answers of two staff to one question at once are both stored, and the question no longer waits',
  lanes,
  async () => {
    const { lesson, mia, coach, admin } = await classroom()
    const tokens = [await tokenOf(coach), await tokenOf(admin)]
    for (let time = 0; time < 10; time += 1) {
      const { id } = await ask(mia, lesson)
      const answers = await atOnce(8, (i) =>
        call('answer_question', tokens[i % 2], { question_id: id, body: `Answer ${i}` }),
      )
      expect(tally(answers.map(verdict))).toEqual({ done: 8 })
      const [left] = await db.owner(
        'select answers, state, waiting_since from public.questions where id = $1',
        [id],
      )
      expect(left).toEqual({ answers: 8, state: 'ANSWERED', waiting_since: null })
    }
  },
)

describe('a worker that looks for people who have fallen behind', () => {
  /** Waits until another transaction waits for this one. */
  async function waitedFor(client: pg.PoolClient) {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await expect
      .poll(() =>
        db.owner(
          'select from pg_locks w where not w.granted and $1::int = any (pg_blocking_pids(w.pid)) limit 1',
          [rows[0].pid],
        ),
      )
      .toHaveLength(1)
  }
  const notify = (client: pg.PoolClient, person: Person) =>
    client.query(
      `insert into public.notifications (title, message, sender_id, recipient_id) values ('Hello', 'x', null, $1)`,
      [person.id],
    )

  test('does not deadlock with an act of a person', lanes, async () => {
    const { mia, course, cohort } = await silentPerson()
    let act: ReturnType<typeof db.as> | undefined
    await db.transaction(async (client) => {
      await client.query('update public.cohorts set archived_at = now() where id = $1', [cohort])
      // An earlier job of the transaction added a notification.
      await notify(client, mia)
      act = db.as(
        mia,
        'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)',
        [mia.id, course.text],
      )
      await waitedFor(client)
      await client.query('select private.find_all_behind(0)')
    })
    expect((await act)?.code).toBeUndefined()
    expect(
      await db.owner('select from private.behind_people where cohort_id = $1', [cohort]),
    ).toEqual([])
  })

  test('does not deadlock with the deletion of a cohort', lanes, async () => {
    const { cohort } = cohorts(db)
    for (const kinds of [
      ['reminders', 'behind'],
      ['behind', 'reminders'],
    ]) {
      const id = await cohort()
      await db.owner('select private.refresh_behind($1)', [id])
      await db.owner('select private.plan_look($1)', [id])
      let deleted: Promise<unknown> | undefined
      await db.transaction(async (client) => {
        for (const kind of kinds) {
          await client.query(
            `select private.due_${kind}(w) from private.due_work w where w.kind = $1 and w.subject_id = $2`,
            [kind, id],
          )
          deleted ??= db.owner('delete from public.cohorts where id = $1', [id])
          await waitedFor(client)
        }
      })
      await deleted
      expect(await db.owner('select from public.cohorts where id = $1', [id])).toEqual([])
    }
  })

  test(
    'locks no row of behind_people before it has the lock on the sums of notifications',
    lanes,
    async () => {
      const { mia, cohort } = await silentPerson()
      // The person is no longer behind, although they have done nothing.
      await db.owner('update public.cohort_members set joined_at = now() where cohort_id = $1', [
        cohort,
      ])
      let looked: Promise<unknown> | undefined
      await db.transaction(async (client) => {
        await notify(client, mia)
        looked = look(cohort)
        await waitedFor(client)
        await client.query('delete from private.behind_people where cohort_id = $1', [cohort])
      })
      await looked
      expect(
        await db.owner('select from private.behind_people where cohort_id = $1', [cohort]),
      ).toEqual([])
    },
  )
})
