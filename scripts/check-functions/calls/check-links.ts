import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deployment } from '../call'
import type { Stage } from '../stage'
import { callsWithEndedTokens, callsWithInvalidBodies, preflight } from './common'

/**
 * Starts a site on this machine. Each page answers with the status in its path, and /301 redirects to /200. A request
 * without the site's name or without the user agent of the check gets status 500.
 */
async function openSite(stage: Stage): Promise<string> {
  const site = createServer(({ url, headers }, res) => {
    const isAsked =
      headers.host?.startsWith('localhost:') &&
      headers['user-agent'] === 'RookiesLinkCheck/1.0 (+https://rookies.example)'
    const status = isAsked ? Number(url?.slice(1)) : 500
    res.writeHead(status, status === 301 ? { location: '/200' } : {}).end('a page')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  stage.onClose(() => void site.close())
  return `http://localhost:${(site.address() as AddressInfo).port}`
}

async function courseWithLinks(stage: Stage, links: readonly string[]): Promise<string> {
  const course = await stage.course()
  const module = randomUUID()
  await stage.sql(
    `insert into public.modules (id, course_id, title, index) values ($1, $2, 'A module', 1)`,
    [module, course],
  )
  await stage.sql(
    `insert into public.lessons (module_id, title, index, content_type, content) values ($1, 'Where to go', 1, 'TEXT', $2)`,
    [module, links.map((link) => `[a link](${link})`).join(' ')],
  )
  return course
}

export async function checkLinks(stage: Stage): Promise<Deployment[]> {
  const { callers } = stage
  const site = await openSite(stage)
  const nowhere = 'http://127.0.0.1:1/'
  const states = {
    [nowhere]: 'UNREACHED',
    [`${site}/200`]: 'FINE',
    [`${site}/301`]: 'FINE',
    [`${site}/403`]: 'REFUSED',
    [`${site}/404`]: 'GONE',
    [`${site}/500`]: 'UNREACHED',
  }
  const course = await courseWithLinks(stage, Object.keys(states))
  const inside = ['http://10.0.0.1/', 'http://127.0.0.1/', 'http://localhost/']
  const closed = await courseWithLinks(stage, inside)
  const call = { course_id: course }
  const admin = callers.admin
  const refused = { status: 403, body: { code: '42501' } }
  const secrets = { ...stage.project, SITE_URL: 'https://rookies.example' }
  return [
    {
      title: 'check-links',
      secrets,
      calls: [
        ...preflight,
        { name: 'no token', body: call, expected: refused },
        { name: 'a visitor', headers: callers.visitor, body: call, expected: refused },
        { name: 'a member', headers: callers.member, body: call, expected: refused },
        ...callsWithEndedTokens(stage, call),
        ...callsWithInvalidBodies(admin, call),
        {
          name: 'no id',
          headers: admin,
          body: { course_id: 'x' },
          expected: { status: 400, body: { code: 'BAD_REQUEST' } },
        },
        {
          name: 'an unknown course',
          headers: admin,
          body: { course_id: randomUUID() },
          expected: refused,
        },
        {
          name: 'links into its own network',
          headers: admin,
          body: { course_id: closed, allowPrivate: true },
          expected: {
            status: 200,
            body: { links: inside.map((target) => ({ target, state: 'UNASKED' })) },
          },
        },
      ],
    },
    {
      title: 'check-links, where links into its own network are asked',
      secrets,
      entry: 'scripts/check-functions/calls/check-links-here.ts',
      calls: [
        {
          name: 'links of a course',
          headers: admin,
          body: call,
          expected: {
            status: 200,
            body: { links: Object.entries(states).map(([target, state]) => ({ target, state })) },
          },
          afterwards: {
            look: () =>
              stage.sql('select state from private.link_states where target = $1', [`${site}/404`]),
            expected: [{ state: 'GONE' }],
          },
        },
      ],
    },
    {
      title: 'check-links, while the API is down',
      secrets: { ...secrets, SUPABASE_URL: 'http://127.0.0.1:1' },
      calls: [
        {
          name: 'a course',
          headers: admin,
          body: call,
          expected: { status: 502, body: { code: 'API_FAILED' } },
        },
      ],
    },
  ]
}
