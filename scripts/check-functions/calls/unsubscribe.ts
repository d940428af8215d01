import type { Deployment } from '../call'
import type { Stage } from '../stage'
import { callsWithInvalidBodies, preflight } from './common'

/** Mail programs send a form to the address in a mail, and the portal's page sends JSON. */
export async function unsubscribe(stage: Stage): Promise<Deployment[]> {
  const email = 'newcomer@rookies.test'
  const [row] = await stage.sql(
    `select private.make_unsubscribe_token(p.id, 'cohort_mails') as secret from public.profiles p where p.email = $1`,
    [email],
  )
  const token = String(row?.secret)
  const path = `/${token}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const oneClick = 'List-Unsubscribe=One-Click'
  const unwanted = {
    look: () =>
      stage.sql(
        'select cohort_mails from public.preferences w join public.profiles p on p.id = w.user_id where p.email = $1',
        [email],
      ),
    expected: [{ cohort_mails: false }],
  }
  const untouched = { look: unwanted.look, expected: [] }
  const secrets = { ...stage.project, SITE_URL: 'https://rookies.example' }
  const { visitor } = stage.callers
  return [
    {
      title: 'unsubscribe',
      secrets,
      calls: [
        ...preflight,
        ...callsWithInvalidBodies(visitor, { token }),
        {
          name: 'an unknown secret',
          headers: visitor,
          body: { token: '0'.repeat(64) },
          expected: { status: 404, body: { code: 'UNKNOWN_ADDRESS' } },
        },
        {
          name: 'a question',
          headers: visitor,
          body: { token },
          expected: { status: 200, body: { mail: 'cohort_mails', wanted: true } },
        },
        {
          name: 'an opened address',
          method: 'GET',
          path,
          expected: {
            status: 303,
            headers: { location: `https://rookies.example/unsubscribe#${token}` },
          },
          afterwards: untouched,
        },
        {
          name: 'a post of something else',
          path,
          headers: form,
          body: 'List-Unsubscribe=Later',
          expected: { status: 400 },
          afterwards: untouched,
        },
        {
          name: 'too long a post',
          path,
          headers: form,
          body: `${oneClick}&x=${'x'.repeat(2_000_000)}`,
          expected: { status: 413 },
          afterwards: untouched,
        },
        {
          name: 'one click at an unknown address',
          path: `/${'0'.repeat(64)}`,
          headers: form,
          body: oneClick,
          expected: { status: 404 },
        },
        {
          name: 'one click',
          path,
          headers: form,
          body: oneClick,
          expected: { status: 200, body: /unsubscribed/ },
          afterwards: unwanted,
        },
        {
          name: 'another method',
          method: 'DELETE',
          path,
          expected: { status: 405, headers: { allow: 'GET, HEAD, POST' } },
        },
      ],
    },
    {
      title: 'unsubscribe, while the API is down',
      secrets: { ...secrets, SUPABASE_URL: 'http://127.0.0.1:1' },
      calls: [
        {
          name: 'a question',
          headers: visitor,
          body: { token },
          expected: { status: 502, body: { code: 'API_FAILED' } },
        },
      ],
    },
  ]
}
