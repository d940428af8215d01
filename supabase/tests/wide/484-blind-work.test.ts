import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import {
  ask,
  called,
  readsOfFunctions,
  readsOfTables,
  type Values,
} from '../scenes/everything-read'

// Answers and audit records that a reviewer can get do not depend on the owner of blind work that waits
// (rules/assignments#blind, rules/records#blind-records).
const db = useDatabase()
const { task, group, waiting, handIn, review } = assignments(db)

const quoted = (...texts: readonly string[]) => texts.map((text) => `'${text}'`)

/** Three people who could own one piece of work, and differ in all that staff know of them. */
async function scene() {
  const author = await db.person({ role: 'CREATOR', name: 'Carl' })
  const work = await task({
    ...{ by: author, blind: true, accepts: ['TEXT', 'CODE', 'FILE'], dueDay: 1 },
    rubric: [{ title: 'Works' }],
  })
  const [mia, quentin, bert] = [
    await db.person({ name: 'Mia Wu' }),
    await db.person({ name: 'Quentin Ode' }),
    await db.person({ role: 'ADMIN', name: 'Bert' }),
  ]
  const [ada, mod, coach] = [
    await db.person({ role: 'ADMIN', name: 'Ada' }),
    await db.person({ role: 'MODERATOR', name: 'Moe' }),
    await db.person({ role: 'MODERATOR', name: 'Cora' }),
  ]
  // Mia is alone in her cohort, and late. Quentin has more time. Bert is staff, and has a grant of his own.
  const small = await group(work, [mia], { staff: [coach] })
  const large = await group(work, [quentin, await db.person(), await db.person()], {
    staff: [coach],
  })
  await db.entitle(bert, work.course.id)
  await db.owner(`update public.cohorts set time_zone = 'Asia/Tokyo' where id = $1`, [small])
  await db.owner(`update public.cohort_members set shift_days = 3 where user_id = $1`, [mia.id])
  await db.owner(
    `insert into public.preferences (user_id, time_zone) values ($1, 'America/Lima') on conflict (user_id) do update set time_zone = excluded.time_zone`,
    [quentin.id],
  )
  await db.owner(
    `insert into public.extensions (lesson_id, user_id, due_at) values ($1, $2, now() + interval '3 days')`,
    [work.lesson, quentin.id],
  )
  await db.owner(
    `insert into private.extension_requests (lesson_id, user_id, note) values ($1, $2, 'Please')`,
    [work.lesson, mia.id],
  )
  // Both are listed as fallen behind for reasons that have ended.
  await db.owner(
    `insert into private.behind_people (cohort_id, user_id, reason, since) values ($1, $2, 'MISSED_DUES', current_date), ($3, $4, 'MISSED_DUES', current_date)`,
    [small, mia.id, large, quentin.id],
  )
  return { ...work, author, mia, quentin, bert, ada, mod, coach, small, large }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** Hands in the first round as that person; returns the ids that are random. */
async function work(client: pg.PoolClient, { lesson }: Scene, who: Person) {
  const name = `${who.email}.pdf`
  const [begun] = await ask(client, who, [
    called(
      'begin_work_uploads',
      `'${lesson}', '[{"name": "${name}", "size": 4, "type": "application/pdf"}]'`,
    ),
  ])
  const path: string = JSON.parse(begun?.answer ?? '')[0][0].path
  const files = JSON.stringify([{ path, name, bytes: 4 }])
  await ask(client, who, [
    `with sent as (insert into storage.objects (bucket_id, name, owner, owner_id, metadata) values ('work-files', '${path}', '${who.id}', '${who.id}', '{"size": 4}')) select 'null'::jsonb`,
  ])
  const [handed] = await ask(client, who, [
    called(
      'submit_round',
      `lesson_id => '${lesson}', operation_id => '${randomUUID()}', text => 'A page.', files => '${files}', made_at => '2026-01-01'`,
    ),
  ])
  const round: string = JSON.parse(handed?.answer ?? '')[0].id
  const found = await client.query(
    'select submission_id as id from public.submission_rounds where id = $1',
    [round],
  )
  const submission: string = found.rows[0].id
  return { submission, round, path, folder: path.split('/')[0] ?? '' }
}

function valuesOf(s: Scene, { submission, path }: Awaited<ReturnType<typeof work>>): Values {
  const people = [s.mia, s.quentin, s.bert]
  const none = quoted('00000000-0000-0000-0000-000000000000')
  return {
    user_id: quoted(...people.map(({ id }) => id)),
    sign_up: quoted(...people.map(({ id }) => id)),
    ids: [`array['${s.course.id}', '${submission}']::uuid[]`],
    course_id: quoted(s.course.id),
    module_id: quoted(s.course.moduleId),
    lesson_id: quoted(s.lesson),
    cohort_id: quoted(s.small, s.large),
    submission_id: quoted(submission),
    subject_id: quoted(submission),
    kind: quoted('WORK'),
    slug: quoted(s.course.slug),
    query: quoted('Mia', 'Quentin'),
    words: quoted('Mia'),
    address: quoted(...people.map(({ email }) => email)),
    addresses: [`array[${quoted(...people.map(({ email }) => email))}]`],
    paths: [`array['${path}']`],
    role: quoted('MODERATOR'),
    lines: quoted('[]'),
    course_ids: [`array['${s.course.id}'::uuid]`],
    'count_access.act': quoted('grant', 'revoke'),
    'count_invites.act': quoted('cancel'),
    notification: ['null'],
    since: quoted('2000-01-01'),
    token: quoted('x'),
    community_id: none,
    export_id: none,
    message_id: none,
    post_id: none,
    question_id: none,
    run_id: none,
    version_id: none,
  }
}

/** Calls with arguments that can be left out. */
function narrowed(s: Scene): string[] {
  const filters = [
    ...[s.small, s.large].map((cohort_id) => ({ cohort_id })),
    { late: 'true' },
    { mine: 'true' },
    { lesson_id: s.lesson },
    { course_id: s.course.id },
    { state: 'RETURNED' },
    { given: 'true' },
    ...[s.mia, s.quentin].map(({ id }) => ({ user_id: id })),
  ].map((filter) => `filter => '${JSON.stringify(filter)}'`)
  return [
    ...['review_queue', 'next_review', 'extension_list'].flatMap((name) =>
      filters.map((filter) => called(name, filter)),
    ),
    ...[s.small, s.large].map((id) => called('assignment_figures', `cohort_id => '${id}'`)),
    ...[s.mia, s.quentin, s.bert].flatMap(({ id, email }) => [
      called('audit_list', `person => '${id}'`),
      called('analytics', `query => '${email}'`),
      called('members', `query => '${email}'`),
    ]),
    called('assignment_figures', `course_id => '${s.course.id}'`),
    called('analytics', `course_id => '${s.course.id}'`),
    called('members', `course => '${s.course.id}'`),
    called('audit_list', `target => 'submission'`),
    called('audit_list', `action => 'submission.hand_in'`),
    ...['OPEN', 'DONE'].map((state) => called('due_work_list', `state => '${state}'`)),
  ]
}

/** What staff do to hidden work, and to people, to learn whose it is. The acts follow each other. */
function attempts(s: Scene, made: Awaited<ReturnType<typeof work>>) {
  const { submission, round } = made
  const look = [
    called('review', `'${submission}'`),
    called('review_queue'),
    called('next_review'),
    called('staff_inbox'),
    called('cohort_behind', `'${s.small}'`),
    called('cohort_behind', `'${s.large}'`),
  ]
  const member = `where user_id in ('${s.mia.id}', '${s.quentin.id}')`
  const handed = (to: Person) => called('hand_over', `'${submission}', '${to.id}'`)
  return {
    look,
    asStaff: [
      called('waive_late', `'${round}'`),
      called('claim_submission', `'${submission}'`),
      called('save_review_draft', `'${round}', '{"comment": "x"}'`),
      ...[s.mia, s.quentin, s.bert, s.coach, s.mod, s.author].map(handed),
      ...[s.mia, s.bert, s.coach, s.mod].map(({ id }) =>
        called('hand_over_inbox_row', `'WORK', '${submission}', '1', '${id}'`),
      ),
      ...look,
      called('hand_over', `'${submission}'`),
      ...look,
    ],
    asOwner: [
      `update public.cohort_members set shift_days = 20 ${member}`,
      `update public.cohort_members set state = 'PAUSED', paused_at = now() ${member} and cohort_id = '${s.small}'`,
      `update public.extensions set due_at = now() + interval '9 days' where lesson_id = '${s.lesson}'`,
      `insert into public.extensions (lesson_id, user_id, due_at) values ('${s.lesson}', '${s.mia.id}', now() + interval '2 days')`,
    ],
  }
}

async function idsOfJobsAndSignals(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query(
    'select id from private.due_work union all select id from public.list_changes',
  )
  return rows.map(({ id }) => id)
}

/** Answers for one owner, with the random ids replaced. */
async function answers(
  client: pg.PoolClient,
  s: Scene,
  owner: Person,
): Promise<[string, string][]> {
  const before = await idsOfJobsAndSignals(client)
  await client.query('savepoint before_work')
  const made = await work(client, s, owner)
  const questions = [
    ...(await readsOfFunctions(client, valuesOf(s, made))),
    ...narrowed(s),
    ...(await readsOfTables(client, ['{}', `{"cohort": "${s.small}", "cohort_id": "${s.small}"}`])),
  ]
  const { asStaff, asOwner, look } = attempts(s, made)
  const answered: [string, string][] = []
  const asked = async (name: string, who: Person, list: readonly string[]) => {
    for (const { sql, answer } of await ask(client, who, list))
      answered.push([`${name}: ${sql}`, answer])
  }
  const readers = { ada: s.ada, author: s.author, mod: s.mod }
  await asked('ada', s.ada, questions)
  await asked('author', s.author, questions)
  await asked('mod', s.mod, [...look, ...narrowed(s)])
  for (const act of asOwner) await client.query(act)
  for (const [name, who] of Object.entries(readers)) await asked(`${name}, moved`, who, look)
  for (const [name, who] of Object.entries(readers)) {
    await client.query('savepoint act')
    await asked(name, who, asStaff)
    await client.query('rollback to savepoint act')
  }
  // A coach who sees only their own people does not see Bert's work.
  if (owner !== s.bert) {
    await client.query('update public.settings set moderators_see_everybody = false')
    await asked('coach', s.coach, [...questions, ...asStaff])
  }
  const added = (await idsOfJobsAndSignals(client)).filter((id) => !before.includes(id))
  await client.query('rollback to savepoint before_work')
  const random = new RegExp([made.submission, made.round, made.folder, ...added].join('|'), 'g')
  return answered.map(([question, answer]) => [
    question.replace(random, 'random'),
    // Claims and signals have the time of the clock, and all else that of the transaction.
    answer
      .replace(random, 'random')
      .replace(/"id": \d+/g, '"id": "random"')
      .replace(/"until": "[^"]+"/g, '"until": "a moment"')
      .replace(/"at": "[^"]+", "id": "random"/g, '"at": "a moment"'),
  ])
}

test('no answer that a reviewer gets reveals whose work waits', async () => {
  const s = await scene()
  const differing: string[] = []
  await db.transaction(async (client) => {
    await client.query('set transaction isolation level repeatable read')
    await client.query('update public.settings set creators_admin_panel = true')
    const ofMia = await answers(client, s, s.mia)
    for (const reader of ['ada', 'author', 'coach']) {
      const read = ofMia.filter(([question]) => question.startsWith(`${reader}: `))
      expect(read.length, reader).toBeGreaterThan(250)
      expect(read.find(([question]) => question.includes('public.review('))?.[1], reader).toContain(
        'A page.',
      )
    }
    for (const owner of [s.quentin, s.bert]) {
      for (const [place, [question, answer]] of (await answers(client, s, owner)).entries()) {
        const [asked, hers = ''] = ofMia[place] ?? []
        if (asked === question && hers === answer) continue
        const at = [...answer].findIndex((letter, index) => letter !== hers[index])
        const part = (text: string) => text.slice(Math.max(at - 80, 0), at + 80)
        differing.push(`${question}\n  Mia: ${part(hers)}\n  another: ${part(answer)}`)
      }
    }
    // All changes are rolled back, also those of settings.
    await client.query('rollback')
  })
  // The differences are compared as one text, so that a failure shows each of them.
  expect(differing.join('\n')).toBe('')
  // About 4,000 calls.
}, 120_000)

test('the audit record of hidden work is completed when the review is published', async () => {
  const { mia, coach, lesson, round, id } = await waiting({ blind: true })
  const records = () =>
    db.owner(
      `select user_id, actor, user_agent, ip_address, after from public.audit_logs where target_id = $1 and action = 'submission.hand_in' order by id`,
      [id],
    )
  const hidden = (number: number) => ({
    ...{ user_id: null, actor: 'HIDDEN', user_agent: null, ip_address: null },
    after: { submission_id: id, round: number },
  })
  const known = (number: number) => ({
    ...{ user_id: mia.id, actor: null, user_agent: 'vitest', ip_address: '192.0.2.7' },
    after: expect.objectContaining({ round: number, late: false, due_zone: 'UTC' }),
  })
  expect(await records()).toEqual([hidden(1)])
  const second = await handIn(mia, lesson)
  expect(await records()).toEqual([hidden(1), hidden(2)])
  await review(coach, second.id, { verdict: 'AGAIN' })
  expect(await records()).toEqual([known(1), known(2)])
  await handIn(mia, lesson)
  expect(await records()).toEqual([known(1), known(2), hidden(3)])
  await db.owner('delete from public.profiles where id = $1', [mia.id])
  expect(
    await db.owner('select from private.withheld_records where submission_id = $1', [id]),
  ).toEqual([])
  expect(round.id).not.toBe(second.id)
})

test('whether an assignment is blind cannot be changed while work waits', async () => {
  const sentence =
    'Work waits for a review. Whether the assignment is blind changes only when none does.'
  await db.withSettings({ creators_admin_panel: true }, async () => {
    for (const blind of [true, false]) {
      const author = await db.person({ role: 'CREATOR' })
      const { coach, lesson, round } = await waiting({ by: author, blind })
      const change = `update public.assignments set blind = not blind where lesson_id = $1 returning blind`
      expect(await db.as(author, change, [lesson])).toMatchObject({
        code: 'PT422',
        message: sentence,
      })
      await expect(db.owner(change, [lesson])).rejects.toThrow(sentence)
      expect(
        (
          await db.as(
            author,
            `update public.assignments set due_day = 5, blind = blind where lesson_id = $1`,
            [lesson],
          )
        ).code,
      ).toBeUndefined()
      await review(coach, round.id, { verdict: 'AGAIN' })
      expect(await db.as(author, change, [lesson])).toMatchObject({ rows: [{ blind: !blind }] })
    }
  })
})

test('a round that arrives at the same moment keeps the assignment blind', async () => {
  const work = await task({ blind: true })
  const mia = await db.person()
  await group(work, [mia])
  let changed: Promise<unknown> = Promise.resolve()
  await db.transaction(async (client) => {
    await ask(client, mia, [
      called(
        'submit_round',
        `lesson_id => '${work.lesson}', operation_id => '${randomUUID()}', text => 'A page.'`,
      ),
    ])
    changed = db
      .owner('update public.assignments set blind = false where lesson_id = $1', [work.lesson])
      .catch((error: Error) => error.message)
    // The change waits for the round.
    while (
      (
        await db.owner(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%set blind = false%'`,
        )
      ).length === 0
    );
  })
  expect(await changed).toMatch('Work waits for a review.')
})
