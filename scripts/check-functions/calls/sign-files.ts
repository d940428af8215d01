import type { Deployment } from '../call'
import type { Stage } from '../stage'
import { callsWithEndedTokens, callsWithInvalidBodies, preflight } from './common'

/** The caller gets no signature for paths that they may not read, and none for unknown paths. */
export async function signFiles(stage: Stage): Promise<Deployment[]> {
  const { callers } = stage
  const call = { paths: ['nobody/knows.png'] }
  const nothing = { status: 200, body: { files: [] } }
  const secrets = stage.project
  return [
    {
      title: 'sign-files',
      secrets,
      calls: [
        ...preflight,
        ...callsWithEndedTokens(stage, call),
        ...callsWithInvalidBodies(callers.admin, call),
        {
          name: 'no list of paths',
          headers: callers.admin,
          body: { paths: 'a' },
          expected: { status: 400, body: { code: 'BAD_REQUEST' } },
        },
        { name: 'an unknown path', headers: callers.member, body: call, expected: nothing },
      ],
    },
    {
      title: 'sign-files, while the API is down',
      secrets: { ...secrets, SUPABASE_URL: 'http://127.0.0.1:1' },
      calls: [
        {
          name: 'a path',
          headers: callers.member,
          body: call,
          expected: { status: 502, body: { code: 'API_FAILED' } },
        },
      ],
    },
  ]
}
