import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { assignments } from './scenes/assignments'
import { cohorts } from './scenes/cohorts'

// Functions that take a person check that the caller may act on this person before they read any of their rows. A
// person whom the caller does not reach gets the same answer as one who does not exist (rules/access#acts-on-people).
const db = useDatabase()
const { waiting } = assignments(db)
const { cohort, join, change } = cohorts(db)

/** The names of parameters that are ids of people. A new name of an id parameter is added here, or to the list below. */
const OF_PEOPLE = [
  'ids',
  ...['as_user', 'held_by', 'people', 'person', 'recipient_id', 'sender_id', 'to_id', 'user_id'],
]
const OF_THINGS = [
  ...[
    'after',
    'answer_id',
    'based_on',
    'before',
    'community_id',
    'course',
    'cohort_id',
    'course_id',
  ],
  ...[
    'course_ids',
    'drop_kept',
    'draft_revision',
    'export_id',
    'into_id',
    'invite_id',
    'invite_ids',
  ],
  ...[
    'key',
    'lesson',
    'lesson_id',
    'message_id',
    'module_id',
    'note',
    'notice_id',
    'notification_id',
  ],
  ...[
    'operation_id',
    'post_id',
    'purchase_id',
    'question_id',
    'result_id',
    'review_id',
    'revision',
    'round_id',
  ],
  ...['run_id', 'send_id', 'sending', 'session_id', 'subject_id', 'submission_id', 'to_grant'],
  // The id of a sign-up of the last day, which only its browser knows.
  ...['sign_up', 'to_revoke', 'upload', 'version_id', 'work_id'],
]

let creator: Person
let coach: Person
let mine: Awaited<ReturnType<typeof waiting>>
let community: string

type Args = Record<string, unknown>

interface Rule {
  /** On which people the function lets callers act. */
  rule: string
  /** The arguments with which the tests call the function for a person. */
  args: (id: string) => Args
}

const user = (more: () => Args = () => ({})) => ({
  args: (user_id: string): Args => ({ user_id, ...more() }),
})
const NAMED = 'administrators: everybody'
const REACHED = 'administrators: everybody; moderators: the people whom they reach'
const SELF = 'the caller, if an id is passed'
const ADMINISTRATORS = { rule: NAMED, ...user() }
const REACH = { rule: REACHED, ...user() }
const LEARNERS =
  'people who take or took the course: administrators, its creator, and staff of their cohort with it'

const OF_COHORT = 'people of the cohort: administrators, and its staff'

const RULES: Record<string, Rule> = {
  add_cohort_people: {
    rule: REACHED,
    args: (id) => ({ cohort_id: mine.cohort, people: `{${id}}` }),
  },
  add_community_member: { rule: NAMED, ...user(() => ({ community_id: community })) },
  answer_question: {
    rule: SELF,
    args: (as_user) => ({ question_id: randomUUID(), body: 'x', as_user }),
  },
  ask_question: {
    rule: SELF,
    args: (as_user) => ({ lesson_id: mine.lesson, title: 'x', as_user }),
  },
  assign_purchase: { rule: NAMED, ...user(() => ({ purchase_id: randomUUID() })) },
  audit_list: { rule: NAMED, args: (person) => ({ person }) },
  audit_names: { rule: NAMED, args: (id) => ({ ids: `{${id}}` }) },
  ban_from_questions: {
    rule: `${LEARNERS}; and people who wrote there`,
    ...user(() => ({ course_id: mine.course.id })),
  },
  allow_mail: { rule: NAMED, ...user() },
  ban_member: {
    rule: 'people of the community: administrators, and its moderators',
    ...user(() => ({ community_id: community, banned: true })),
  },
  change_access: {
    rule: REACHED,
    args: (id) => ({
      ...{ operation_id: randomUUID(), piece: 0, act: 'grant', people: `{${id}}` },
      course_ids: `{${mine.course.id}}`,
    }),
  },
  change_cohort_people: {
    rule: 'people of the cohort: administrators, and its staff',
    args: (id) => ({ cohort_id: mine.cohort, people: `{${id}}`, act: 'pause' }),
  },
  clear_behind: {
    rule: 'people who have fallen behind in the cohort: administrators, and its staff',
    ...user(() => ({ cohort_id: mine.cohort, reason: 'SILENT' })),
  },
  // The function returns only names of people whose ids are in audit records.
  cohort_history: { rule: NAMED, args: () => ({ cohort_id: mine.cohort }) },
  complete_late: {
    rule: SELF,
    args: (as_user) => ({ lesson_id: mine.lesson, age_sec: 1, as_user }),
  },
  correct_person: { rule: NAMED, ...user(() => ({ phone: '' })) },
  count_access: {
    rule: REACHED,
    args: (id) => ({ act: 'grant', course_ids: `{${mine.course.id}}`, people: `{${id}}` }),
  },
  count_cohort_message: { rule: OF_COHORT, ...user(() => ({ cohort_id: mine.cohort })) },
  decline_extension: { rule: LEARNERS, ...user(() => ({ lesson_id: mine.lesson })) },
  disable_impact: ADMINISTRATORS,
  end_extension: { rule: LEARNERS, ...user(() => ({ lesson_id: mine.lesson })) },
  exercise_runs_of: {
    rule: 'administrators, the creator of the course: everybody; staff: people of their cohort with it',
    ...user(() => ({ lesson_id: mine.lesson })),
  },
  extension_list: {
    rule: LEARNERS,
    args: (id) => ({ filter: JSON.stringify({ given: true, user_id: id }) }),
  },
  give_extension: {
    rule: LEARNERS,
    ...user(() => ({ lesson_id: mine.lesson, due_at: '2090-01-01T00:00:00Z' })),
  },
  hand_in_run: {
    rule: SELF,
    args: (as_user) => ({
      ...{ lesson_id: mine.lesson, operation_id: randomUUID(), files: '[]', as_user },
    }),
  },
  hand_over: {
    rule: 'people who may review the work',
    args: (to_id) => ({ submission_id: mine.id, to_id }),
  },
  hand_over_inbox_row: {
    rule: 'people in whose inbox the row can be',
    args: (id) => ({ kind: 'WORK', subject_id: mine.id, version: '1', to_id: id, held_by: id }),
  },
  leave_community: {
    rule: 'the caller; administrators: people of the community',
    ...user(() => ({ community_id: community })),
  },
  member_access: REACH,
  member_analytics: REACH,
  person: REACH,
  person_access: REACH,
  person_audit: ADMINISTRATORS,
  person_cohorts: REACH,
  person_exercises: {
    rule: 'as exercise_runs_of, of the exercises that the caller may read about',
    ...user(),
  },
  person_invites: REACH,
  person_lessons: { rule: REACHED, ...user(() => ({ course_id: mine.course.id })) },
  person_sessions: ADMINISTRATORS,
  person_work: { rule: 'the work that the caller may review', ...user() },
  record_progress: {
    rule: SELF,
    args: (as_user) => ({ lesson_id: mine.lesson, position_sec: 1, as_user }),
  },
  record_purchase: {
    rule: NAMED,
    ...user(() => ({
      ...{ key: randomUUID(), course_id: mine.course.id, amount_cents: 1, currency: 'EUR' },
      ...{ kind: 'other', reason: 'x' },
    })),
  },
  reset_factors: ADMINISTRATORS,
  role_impact: { rule: NAMED, ...user(() => ({ role: 'ADMIN' })) },
  save_access: { rule: REACHED, ...user(() => ({ to_grant: '{}', to_revoke: '{}' })) },
  save_exercise_draft: {
    rule: SELF,
    args: (as_user) => ({ lesson_id: mine.lesson, files: '[]', revision: randomUUID(), as_user }),
  },
  save_note: {
    rule: SELF,
    args: (as_user) => ({
      ...{ note: randomUUID(), lesson: mine.lesson, body: 'x', revision: randomUUID(), as_user },
    }),
  },
  save_work_draft: {
    rule: SELF,
    args: (as_user) => ({ lesson_id: mine.lesson, body: '{}', revision: randomUUID(), as_user }),
  },
  send_cohort_message: {
    rule: OF_COHORT,
    ...user(() => ({ cohort_id: mine.cohort, title: 'x', message: 'x' })),
  },
  send_global_notification: {
    rule: 'administrators; the id is ignored',
    args: (sender_id) => ({ title: 'x', message: 'x', sender_id }),
  },
  send_user_notification: {
    rule: NAMED,
    args: (id) => ({ title: 'x', message: 'x', recipient_id: id, sender_id: id }),
  },
  set_disabled: { rule: NAMED, ...user(() => ({ disabled: true })) },
  set_role: { rule: NAMED, ...user(() => ({ role: 'MEMBER' })) },
  submit_round: {
    rule: SELF,
    args: (as_user) => ({ lesson_id: mine.lesson, operation_id: randomUUID(), text: 'x', as_user }),
  },
}

const narrowed = <T>(work: () => Promise<T>) =>
  db.withSettings({ moderators_see_everybody: false, creators_admin_panel: true }, work)

/** People whom the creator and the coach do not reach. */
const strangers: Record<string, Person> = {}

beforeAll(async () => {
  creator = await db.person({ role: 'CREATOR', name: 'Cleo' })
  mine = await waiting({ by: creator })
  coach = mine.coach
  strangers.named = await db.person({ name: 'Stranger Quill' })
  strangers.nameless = await db.person({ name: '' })
  strangers.colleague = await db.person({ role: 'MODERATOR', name: 'Stranger Moss' })
  strangers.left = await db.person({ name: 'Stranger Gone' })
  // Has left a cohort of the coach with another course.
  const other = await cohort({ courses: [await db.course()], staff: [coach] })
  await join(other, strangers.left)
  await change(other, strangers.left, `state = 'LEFT'`)
  const [row] = await db.owner(
    `insert into public.communities (name, slug, description, access_type, created_by_id)
     values ('Theirs', $1, 'x', 'INVITE', null) returning id`,
    [`theirs-${randomUUID().slice(0, 8)}`],
  )
  community = String(row?.id)
})

/** The answer to a call about a person, without their id. */
async function answered(who: Person, name: string, id: string): Promise<string> {
  const { rows, code, message } = await db.call(who, name, RULES[name]?.args(id) ?? {})
  return JSON.stringify({ answer: rows, code, message }).replaceAll(id, 'ID')
}

describe('functions that take a person', () => {
  test('are listed with their rule, and every parameter that is an id is known', async () => {
    const taken = await db.owner(
      `select p.proname as name, a.name as parameter,
         a.type in ('uuid'::regtype, 'uuid[]'::regtype) as is_id, p.prosrc ~ '->> ''(user_id|person)''' as filtered
       from pg_proc p cross join lateral unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]),
         coalesce(p.proargmodes, array_fill('i'::"char", array[coalesce(cardinality(p.proargnames), 0)]))) a (name, type, mode)
       where p.pronamespace = 'public'::regnamespace and a.mode = 'i' and has_function_privilege('authenticated', p.oid, 'execute')`,
    )
    const ids = taken.filter(({ is_id }) => is_id).map(({ parameter }) => String(parameter))
    expect([...new Set(ids)].filter((id) => ![...OF_PEOPLE, ...OF_THINGS].includes(id))).toEqual([])
    const found = taken.filter(
      ({ parameter, filtered }) => OF_PEOPLE.includes(String(parameter)) || filtered,
    )
    expect([...new Set(found.map(({ name }) => String(name)))].sort()).toEqual(
      Object.keys(RULES).sort(),
    )
  })

  test.each(Object.keys(RULES))(
    '%s does not reveal who a stranger is, or that they exist',
    async (name) => {
      await narrowed(async () => {
        for (const who of [creator, coach]) {
          const unknown = await answered(who, name, randomUUID())
          for (const [kind, stranger] of Object.entries(strangers)) {
            expect([kind, await answered(who, name, stranger.id)]).toEqual([kind, unknown])
          }
        }
      })
    },
  )

  test('do not add strangers to the lists of the caller', async () => {
    await narrowed(async () => {
      for (const who of [creator, coach]) {
        const read = await Promise.all([
          db.answer(who, 'extension_list', { filter: '{"given": true}' }),
          db.answer(who, 'question_bans', { course_id: mine.course.id }),
          db.answer(who, 'staff_inbox', {}),
        ])
        for (const { email } of Object.values(strangers)) {
          expect(JSON.stringify(read)).not.toContain(email)
        }
        expect(JSON.stringify(read)).not.toContain('Stranger')
      }
    })
  })

  test('work for a person who takes the course, or did', async () => {
    const ended = await db.person()
    const revoked = await db.person()
    await db.entitle(ended, mine.course.id, '-1 day')
    await db.entitle(revoked, mine.course.id)
    await db.owner('delete from public.entitlements where user_id = $1', [revoked.id])
    const acts = ['give_extension', 'ban_from_questions'] as const
    await narrowed(async () => {
      for (const act of acts) {
        for (const { id } of [mine.mia, ended, revoked]) {
          expect([act, (await db.call(creator, act, RULES[act]?.args(id) ?? {})).code]).toEqual([
            act,
            undefined,
          ])
        }
        expect(
          (await db.call(coach, act, RULES[act]?.args(mine.mia.id) ?? {})).code,
        ).toBeUndefined()
      }
    })
  })
})

describe('an email', () => {
  test('is shown in place of a missing name only to administrators', async () => {
    const nameless = await db.person({ name: '' })
    await join(mine.cohort, nameless)
    await db.call(nameless, 'submit_round', RULES.submit_round?.args(nameless.id) ?? {})
    const admin = await db.person({ role: 'ADMIN' })
    await narrowed(async () => {
      for (const [who, name] of [
        [creator, 'Unnamed User'],
        [coach, 'Unnamed User'],
        [admin, nameless.email],
      ] as const) {
        expect(await db.answer(who, 'person_work', { user_id: nameless.id })).toMatchObject([
          { person: { name } },
        ])
      }
    })
  })

  test('replaces a missing name in only one function', async () => {
    const rows = await db.owner(
      `select p.proname as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and p.prosrc ~ 'coalesce\\([^;]{0,40}name[^;]{0,20}, \\w*\\.?email' and p.proname <> 'shown_name' order by 1`,
    )
    // Only administrators get the part of the answer with names.
    expect(rows.map(({ name }) => name)).toEqual(['dashboard'])
  })
})
