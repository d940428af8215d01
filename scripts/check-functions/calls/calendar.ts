import type { Deployment } from '../call'
import type { Stage } from '../stage'

/** Calendar programs send no key and no token. The address contains the person's secret with its purpose. */
export async function calendar(stage: Stage): Promise<Deployment[]> {
  const course = await stage.course()
  await stage.sql(
    `with module as (insert into public.modules (course_id, title, index) values ($1, 'Loops', 0) returning id)
     insert into public.lessons (module_id, title, index) select id, 'For, while', 0 from module`,
    [course],
  )
  await stage.sql(
    `with made as (
       insert into public.cohorts (slug, title, time_zone, starts_on, ends_on)
       values ('check-calendar', 'Checked', 'Europe/Vienna', '2030-01-07', '2030-03-01') returning id),
     courses as (insert into public.cohort_courses (cohort_id, course_id) select id, $1 from made)
     insert into public.cohort_members (cohort_id, user_id)
     select made.id, p.id from made, public.profiles p where p.email = 'member@rookies.test'`,
    [course],
  )
  const made = await stage.rpc('make_calendar_address', {}, stage.callers.member)
  const path = `/${Object(made).token}.ics`
  const nothing = { status: 404, body: { code: 'NOT_FOUND' } }
  const secrets = { ...stage.project, SITE_URL: 'https://rookies.example' }
  return [
    {
      title: 'calendar',
      secrets,
      calls: [
        {
          name: 'its secret',
          method: 'GET',
          path,
          expected: {
            status: 200,
            headers: {
              'content-type': 'text/calendar; charset=utf-8',
              'cache-control': 'private, no-cache',
              etag: /^"[0-9a-f]{32}"$/,
            },
            body: /^BEGIN:VCALENDAR\r\n.*DTSTART:20300106T230000Z\r\n.*SUMMARY:For\\, while opens\r\n.*END:VCALENDAR\r\n$/s,
          },
        },
        { name: 'its head', method: 'HEAD', path, expected: { status: 200, body: '' } },
        {
          name: 'an unknown secret',
          method: 'GET',
          path: `/${'0'.repeat(64)}.ics`,
          expected: nothing,
        },
        { name: 'no secret', method: 'GET', expected: nothing },
        {
          name: 'another method',
          path,
          body: 'x'.repeat(2_000_000),
          expected: { status: 405, headers: { allow: 'GET, HEAD' } },
        },
      ],
    },
    {
      title: 'calendar, while the API is down',
      secrets: { ...secrets, SUPABASE_URL: 'http://127.0.0.1:1' },
      calls: [
        {
          name: 'its secret',
          method: 'GET',
          path,
          expected: { status: 502, body: { code: 'API_FAILED' } },
        },
      ],
    },
  ]
}
