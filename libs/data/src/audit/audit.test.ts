import { describe, expect, it } from 'vitest'
import type { Json } from '../database.gen'
import { actionLabel } from './action-label'
import { actorName, nobodyName } from './actor'
import { idsIn } from './audit-names'
import { concernedFields, fieldChanges } from './audit-record'
import { changeLabel } from './change-label'
import { fieldLabel } from './field-label'
import { targetName } from './target'

it('a record names its target, and a record of an export names the list', () => {
  expect(targetName('lesson_attachment', 'a-1')).toBe('lesson attachment')
  expect(targetName('list', 'audit_logs')).toBe('list of audit logs')
})

it('a changed field has the same name as in its form', () => {
  expect(fieldLabel('deleted_at')).toBe('deletion')
  expect(fieldLabel('creators_admin_panel')).toBe('creators in the admin panel')
  expect(fieldLabel('free_preview')).toBe('free preview')
  expect(fieldLabel('community_id')).toBe('community')
})

it('an actor is a person, a deleted account, or the system, but never a user of the database', () => {
  expect(actorName({ by: 'PERSON', who: 'Ada Admin' })).toBe('Ada Admin')
  expect(actorName({ by: 'GONE', who: null })).toBe('a deleted account')
  expect(actorName({ by: 'SYSTEM', who: null })).toBe('System')
  expect(actorName({ by: 'HIDDEN', who: null })).toMatch('hidden')
  expect([null, 'postgres', 'HIDDEN'].map(nobodyName)).toEqual([
    'Deleted account',
    'System',
    'Name hidden until reviewed',
  ])
})

it('ids are found in values, without repetitions', () => {
  const [one, two] = [
    '5b0c6c1e-0000-4000-8000-000000000001',
    '5b0c6c1e-0000-4000-8000-000000000002',
  ]
  expect(idsIn([two, null, { of: one, more: [two, 'x', 7] }])).toEqual([one, two])
})

describe('actionLabel', () => {
  it.each([
    ['course.publish', 'Course published'],
    ['lesson_attachment.reorder', 'Lesson attachment reordered'],
    ['lesson_file.create', 'File added'],
    ['lesson_file.update', 'File described'],
    ['lesson_file.delete', 'File removed'],
    ['user.role_change', 'User role changed'],
    ['auth.login', 'Signed in'],
    ['data.export', 'Data exported'],
    ['cohort.archive', 'Cohort archived'],
    ['cohort.unarchive', 'Cohort taken out of the archive'],
    ['cohort_course.create', 'Course added to cohort'],
    ['cohort_member.join', 'Cohort member joined'],
    ['cohort_member.pause', 'Cohort member paused'],
    ['cohort_member.resume', 'Cohort member resumed'],
    ['cohort_member.shift', 'Cohort member shifted'],
    ['cohort_member.graduate', 'Cohort member graduated'],
    ['cohort_member.rejoin', 'Cohort member joined again'],
    ['cohort_member.open_all', 'Everything opened for cohort member'],
    ['cohort_staff.delete', 'Cohort staff removed'],
    ['release.move', 'Opening moved'],
    ['community_post.delete', 'Community post deleted'],
    ['community_post.settle', 'Community post reports resolved'],
    ['user.delete', 'User deleted'],
    ['user.factor_add', 'User second factor added'],
    ['user.factor_remove', 'User second factor removed'],
    ['user.password_change', 'User password changed'],
    ['user.mail_allow', 'Mail to user allowed again'],
    ['coupon.half_price', 'Coupon half price'],
    ['odd', 'Odd'],
    ['', ''],
  ])('labels %s as "%s"', (action, words) => {
    expect(actionLabel(action)).toBe(words)
  })
})

describe('the values of an audit record', () => {
  it('are compared before and after the change, and fields without stored content are only named', () => {
    expect(
      fieldChanges({ status: 'DRAFT' }, { status: 'PUBLISHED', fields: ['name', 'status'] }),
    ).toEqual({
      changes: [{ field: 'status', before: 'DRAFT', after: 'PUBLISHED' }],
      unsaid: ['name'],
    })
    expect(fieldChanges(null, { b: 1, a: null })).toEqual({
      changes: [
        { field: 'a', before: undefined, after: null },
        { field: 'b', before: undefined, after: 1 },
      ],
      unsaid: [],
    })
    expect(fieldChanges(['x'], null)).toEqual({ changes: [], unsaid: [] })
  })

  it('that identify the person are not listed as changes', () => {
    const banned = { field: 'banned', before: false, after: true }
    const whom = { field: 'user_id', before: undefined, after: 'a' }
    const after = { banned: true, user_id: 'a', fields: ['banned'] }
    expect(concernedFields(fieldChanges({ banned: false }, after))).toEqual({
      changed: [banned],
      concerned: [whom],
    })
    const unsaid = fieldChanges({}, { user_id: 'a', fields: ['reason'] })
    expect(concernedFields(unsaid)).toEqual({ changed: [], concerned: [whom] })
    const made = fieldChanges(null, { user_id: 'a' })
    expect(concernedFields(made)).toEqual({ changed: [whom], concerned: [] })
  })
})

describe('the label of a cohort’s update', () => {
  const update = (before: object, after: object) =>
    changeLabel('cohort.update', before as Json, after as Json)

  it('says by how many days the cohort was moved', () => {
    const before = { starts_on: '2026-09-07', ends_on: '2026-12-18', access_ends_on: '2027-06-18' }
    const later = { starts_on: '2026-09-14', ends_on: '2026-12-25', access_ends_on: '2027-06-25' }
    expect(update(before, later)).toBe('Cohort moved by 7 days')
    expect(update(later, before)).toBe('Cohort moved by 7 days, to earlier')
    expect(update({ ends_on: '2026-12-18' }, { ends_on: '2026-12-19' })).toBe(
      'End of cohort moved by 1 day',
    )
  })

  it('is a plain update if its days change by different amounts, or if something else changes too', () => {
    expect(
      update(
        { starts_on: '2026-09-07', ends_on: '2026-12-18' },
        { starts_on: '2026-09-08', ends_on: '2026-12-25' },
      ),
    ).toBe('Cohort updated')
    expect(update({ ends_on: '2026-12-18', seats: 20 }, { ends_on: '2026-12-19', seats: 30 })).toBe(
      'Cohort updated',
    )
    expect(changeLabel('course.update', { ends_on: '2026-12-18' }, { ends_on: '2026-12-19' })).toBe(
      'Course updated',
    )
  })
})
