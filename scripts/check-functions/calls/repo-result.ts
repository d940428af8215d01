import { SignJWT } from 'jose'
import type { Call, Deployment } from '../call'
import type { Stage } from '../stage'
import { otherMethods } from './common'

const wrongToken = { status: 401, body: { code: 'TOKEN' } }

/**
 * Calls repo-result with tokens that it refuses before it downloads GitHub's keys. A valid token cannot be made here,
 * because only GitHub can sign one. The tests under Node.js use fake keys for the other cases.
 */
export async function repoResult(stage: Stage): Promise<Deployment[]> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('https://another.example')
    .sign(new TextEncoder().encode('a secret of this check'))
  const call = (name: string, authorization: string | undefined, body = '{"v": 1}'): Call => ({
    name,
    ...(authorization !== undefined && { headers: { authorization } }),
    body,
    expected: wrongToken,
  })
  return [
    {
      title: 'repo-result',
      secrets: stage.project,
      calls: [
        ...otherMethods,
        call('no token', undefined),
        call('what is no token', 'Bearer a.b.c'),
        call('the token of another issuer', `Bearer ${token}`),
        {
          name: 'too long a body',
          body: 'x'.repeat(1_000_001),
          expected: { status: 413, body: { code: 'TOO_LARGE' } },
        },
      ],
    },
  ]
}
