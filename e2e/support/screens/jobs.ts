import type { Screen } from '../screens'
import { answerWith, whileLoading, withFailedRead } from './mocks'

const list = '**/rpc/due_work_list'
const kinds = [
  { kind: 'bin', label: 'Empty the bin' },
  { kind: 'exports', label: 'Delete an export' },
  { kind: 'invites_ending', label: 'Notify senders that invites end' },
]
const person = {
  id: 'dd000000-0000-4000-8000-000000000104',
  name: 'Priya Raman',
  email: 'moderator@rookies.test',
}

const piece = (number: number, values: Record<string, unknown>) => ({
  id: `d9000000-0000-4000-8000-00000000000${number}`,
  kind: 'bin',
  label: 'Empty the bin',
  subject: null,
  person: null,
  due_at: `2026-11-2${number}T07:00:00Z`,
  next_at: `2026-11-2${number}T07:00:00Z`,
  attempts: 0,
  done_at: null,
  outcome: null,
  error: null,
  ...values,
})

const error = 'deadlock detected'
const waiting = [
  piece(1, {
    subject: 'Rebase or merge? What teams of two and of two hundred do about it',
    attempts: 4,
    next_at: '2026-11-21T08:12:00Z',
    error,
  }),
  piece(2, { label: 'Notify senders that invites end', person }),
  piece(3, { subject: 'Databases and SQL' }),
]
const ended = [
  piece(1, { label: 'Delete an export', person, attempts: 1, outcome: 'DONE' }),
  piece(2, { subject: 'Git from the First Commit', attempts: 1, outcome: 'DROPPED' }),
].map((work) => ({ ...work, done_at: '2026-11-24T07:00:00Z' }))

const page = (work: unknown[], found = work.length, stopped = false) => ({
  found,
  work,
  kinds,
  stopped,
})
const admin = { as: 'admin', path: '/admin/due-work' } as const

/** The list of jobs. */
export const jobScreens: Screen[] = [
  {
    name: 'admin-due-work',
    ...admin,
    shows: 'More than 1,000 jobs',
    mock: answerWith(list, page(waiting, 1001)),
  },
  {
    name: 'admin-due-work-stopped',
    like: 'admin-due-work',
    ...admin,
    shows: 'No background job has run for ten minutes',
    mock: answerWith(list, page(waiting, 3, true)),
  },
  {
    name: 'admin-due-work-ended',
    ...admin,
    path: '/admin/due-work?state=DONE',
    shows: 'No longer needed',
    mock: answerWith(list, page(ended)),
  },
  {
    name: 'admin-due-work-empty',
    ...admin,
    path: '/admin/due-work?state=FAILED',
    shows: 'No failed jobs',
    mock: answerWith(list, page([])),
  },
  {
    name: 'admin-due-work-loading',
    ...admin,
    shows: 'What the site sends or does later',
    ...whileLoading(list),
  },
  {
    name: 'admin-due-work-error',
    ...admin,
    shows: 'Failed to load background jobs',
    ...withFailedRead(list),
  },
]
