import { beforeAll, expect, test } from 'vitest'
import { WRITABLE } from '../agreement/columns'
import { useDatabase } from '../database'
import { codeOf, rest } from '../wire/rest'
import { tokenFor } from '../wire/tokens'
import { expectations } from './functions'
import { plantVictim, type Victim } from './secrets'
import { useUnchangedRows } from './unchanged-rows'

/**
 * Functions for moderators (rules/access#role-table), which other tests cover. All other functions for
 * administrators or creators are refused to moderators.
 */
const MODERATORS_OWN = [
  'members',
  'begin_export',
  'member_access',
  'save_access',
  'change_access',
  'count_access',
  'analytics',
  'member_analytics',
  'person',
  'person_invites',
  'person_access',
  'person_lessons',
  'create_invite',
  'check_invites',
  'create_invites',
  'invite_list',
  'count_invites',
  'change_invites',
  'member_by_address',
  'members_by_address',
  'cohort_list',
  'cohort',
  'cohort_member_list',
  'cohort_schedule',
  'cohort_progress',
  'cohort_questions',
  'cohort_behind',
  'clear_behind',
  'cohort_link',
  'make_cohort_link',
  'set_cohort_link',
  'count_cohort_message',
  'send_cohort_message',
  'cohort_message_list',
  'cohort_message_readers',
  'add_cohort_people',
  'change_cohort_people',
  'move_cohort',
  'save_releases',
  'person_cohorts',
  'save_dues',
  'review_queue',
  'next_review',
  'staff_inbox',
  'inbox_colleagues',
  'finish_inbox_row',
  'snooze_inbox_row',
  'restore_inbox_row',
  'hand_over_inbox_row',
  'review',
  'reviewers',
  'claim_submission',
  'release_claim',
  'hand_over',
  'save_review_draft',
  'publish_review',
  'waive_late',
  'give_extension',
  'end_extension',
  'decline_extension',
  'extension_list',
  'assignment_figures',
  'lesson_repositories',
  'where_course_is_hard',
  'person_work',
  'exercise_run',
  'exercise_figures',
  'course_exercise_figures',
  'exercise_runs_of',
  'person_exercises',
  'delete_question',
  'delete_answer',
  'settle_question_reports',
  'ban_from_questions',
  'question_bans',
  'questions_to_merge',
]

const db = useDatabase()
let victim: Victim
let token: string

beforeAll(async () => {
  victim = await plantVictim(db)
  token = await tokenFor(await db.person({ role: 'MODERATOR', name: 'Mo' }), {
    claims: { aal: 'aal2' },
  })
})
useUnchangedRows()

test('a moderator cannot call a function for administrators', async () => {
  const calls = Object.entries(expectations(victim))
  const own = (name: string) => MODERATORS_OWN.includes(name)
  expect(calls.map(([name]) => name).filter(own)).toHaveLength(MODERATORS_OWN.length)
  const theirs = calls.filter(([name, { member }]) => member === 'refused' && !own(name))
  expect(theirs.length).toBeGreaterThan(35)
  for (const [name, { args }] of theirs) {
    const answer = await rest(`rpc/${name}`, { method: 'POST', token, body: args })
    expect([name, codeOf(answer)]).toEqual([name, '42501'])
  }
})

test('a moderator exports only the list of members', async () => {
  for (const list of ['purchases', 'audit_logs', 'invites', 'notifications', 'anything else']) {
    const body = { list, filter: {} }
    const answer = await rest('rpc/begin_export', { method: 'POST', token, body })
    expect([list, codeOf(answer)]).toEqual([list, '42501'])
  }
})

test('a moderator cannot read purchases and records in any way', async () => {
  for (const path of ['purchases', 'audit_logs', `purchases?user_id=eq.${victim.id}`]) {
    expect([path, (await rest(path, { token })).body]).toEqual([path, []])
  }
})

test('a moderator cannot write a table of administrators', async () => {
  const theirs = Object.keys(WRITABLE).filter((table) => !OWN_ROWS.includes(table))
  expect(theirs).toContain('settings')
  const rows = await db.owner(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO' and table_name = any($1)`,
    [theirs],
  )
  const prefer = { prefer: 'return=representation' }
  for (const table of theirs) {
    await refused(
      `DELETE ${table}`,
      await rest(table, { method: 'DELETE', token, headers: prefer }),
    )
  }
  for (const { table_name: table, column_name: column } of rows) {
    const body = { [String(column)]: null }
    const answer = await rest(`${table}?select=${column}`, {
      method: 'PATCH',
      token,
      body,
      headers: prefer,
    })
    await refused(`PATCH ${table}.${column}`, answer)
  }
})

test('a moderator cannot give or take a role, of themselves or of others', async () => {
  for (const body of [{ role: 'ADMIN' }, { disabled_at: '2026-01-01T00:00:00Z' }]) {
    for (const path of ['profiles', `profiles?id=eq.${victim.id}`]) {
      await refused(path, await rest(path, { method: 'PATCH', token, body }))
    }
  }
  const body = { email: 'up@example.test', role: 'ADMIN' }
  const answer = await rest('rpc/create_invite', { method: 'POST', token, body })
  expect(codeOf(answer)).toBe('42501')
})

/** Tables with rows that a moderator may write: their own rows, entitlements, and rows of cohorts that they look after. */
const OWN_ROWS = [
  'profiles',
  'entitlements',
  'invites',
  'lesson_completions',
  'notes',
  'lesson_progress',
  'notification_mutes',
  'notification_reads',
  'community_posts',
  'community_members',
  'community_post_reports',
  'preferences',
  'cohort_members',
  'releases',
  'cohort_dues',
]

/** Expects a refusal, or no changed row, which is how PostgREST answers a refusal by a policy. */
async function refused(what: string, answer: Awaited<ReturnType<typeof rest>>): Promise<void> {
  if (answer.status < 300) expect([what, answer.body]).toEqual([what, []])
  else expect([what, codeOf(answer)]).toEqual([what, '42501'])
}
