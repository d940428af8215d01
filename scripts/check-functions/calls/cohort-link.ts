import type { Deployment } from '../call'
import type { Stage } from '../stage'
import { callsWithInvalidBodies, preflight } from './common'

/**
 * The secret of the link is the only right that a caller needs, so visitors and people with an ended session get the
 * same answer.
 */
export async function cohortLink(stage: Stage): Promise<Deployment[]> {
  const [cohort] = await stage.sql(
    `insert into public.cohorts (slug, title, time_zone, starts_on, ends_on, seats)
     values ('check-link', 'Checked', 'Europe/Vienna', '2030-01-07', '2030-03-01', 3) returning id`,
  )
  const made = await stage.rpc('make_cohort_link', { cohort_id: cohort?.id })
  const call = { token: String(Object(made).token) }
  const shown = {
    status: 200,
    body: { state: 'OPEN', title: 'Checked', seats_left: 3, courses: [] },
  }
  const { visitor, expired, member } = stage.callers
  return [
    {
      title: 'cohort-link',
      secrets: stage.project,
      calls: [
        ...preflight,
        ...callsWithInvalidBodies(visitor, call),
        { name: 'a visitor', headers: visitor, body: call, expected: shown },
        { name: 'a member', headers: member, body: call, expected: shown },
        { name: 'an expired token', headers: expired, body: call, expected: shown },
        {
          name: 'an unknown secret',
          headers: visitor,
          body: { token: '0'.repeat(64) },
          expected: { status: 200, body: { state: 'UNKNOWN' } },
        },
      ],
    },
    {
      title: 'cohort-link, while the API is down',
      secrets: { ...stage.project, SUPABASE_URL: 'http://127.0.0.1:1' },
      calls: [
        {
          name: 'a link',
          headers: visitor,
          body: call,
          expected: { status: 502, body: { code: 'API_FAILED' } },
        },
      ],
    },
  ]
}
