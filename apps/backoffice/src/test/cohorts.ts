import { ALL_RIGHTS, openPanel } from './open-panel'
import { ROLE_RIGHTS } from './role-rights'
import { bootAnswer, type WireAnswer, type WireRequest } from './wire'

export const COHORT_ID = 'dc000000-0000-4000-8000-000000000301'
export const ADA_ID = 'dd000000-0000-4000-8000-000000000100'

const autumn = {
  id: COHORT_ID,
  slug: 'autumn',
  title: 'Autumn',
  time_zone: 'Europe/Vienna',
  starts_on: '2026-09-07',
  ends_on: '2026-12-18',
  access_ends_on: null,
  seats: 30,
  state: 'RUNNING',
  draft: false,
  archived_at: null,
  updated_at: '2026-09-01T08:00:00Z',
  people: 2,
  courses: [{ id: 'c1', title: 'Web', slug: 'web' }],
  staff: [{ id: 's1', name: 'Grace Kim', duty: 'LEAD' }],
}
export const details = {
  ...autumn,
  members: { ACTIVE: 2 },
  lessons: 12,
  openings: 4,
  community: null,
  my_duty: null,
}
const person = (id: string, name: string, change: object = {}) => ({
  id,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.org`,
  state: 'ACTIVE',
  joined_at: '2026-09-01T08:00:00Z',
  left_at: null,
  removed_by_staff: false,
  shift_days: 0,
  open_all: false,
  paused_on: null,
  completed: 3,
  lessons: 12,
  last_at: null,
  ...change,
})
export const ada = person(ADA_ID, 'Ada Okafor')
export const alan = person('alan', 'Alan Byron', { shift_days: 7 })

type Answers = Record<string, WireAnswer | ((request: WireRequest) => WireAnswer)>

/** Opens the panel with one cohort, Autumn, and two people in it. */
export function openCohorts(path: string, answers: Answers = {}, boot = bootAnswer(ALL_RIGHTS)) {
  const known: Answers = {
    'rpc/cohort_list': { body: { total: 1, cohorts: [autumn] } },
    'rpc/cohort': { body: details },
    'rpc/cohort_member_list': { body: { total: 2, people: [ada, alan] } },
    'rpc/change_cohort_people': { body: { changed: 1 } },
    'rpc/cohort_behind': { body: [] },
    ...answers,
  }
  return openPanel(path, boot, (request) => {
    const answer = known[request.path]
    return typeof answer === 'function' ? answer(request) : (answer ?? null)
  })
}

export const asModerator = bootAnswer(ROLE_RIGHTS.MODERATOR, { role: 'MODERATOR' })
/** Returns the bodies of the requests to a path, in their order. */
export const bodies = (sent: readonly WireRequest[], path: string) =>
  sent.filter((request) => request.path === path).map(({ body }) => body)
