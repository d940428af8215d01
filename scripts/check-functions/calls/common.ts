import type { Call } from '../call'
import type { Stage } from '../stage'

const wrongMethod = { status: 405, body: { code: 'METHOD_NOT_ALLOWED' } }

/** Calls that every function for pages answers alike. */
export const preflight: readonly Call[] = [
  {
    name: 'a preflight',
    method: 'OPTIONS',
    expected: {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': /authorization.*apikey.*content-type/,
      },
    },
  },
  { name: 'another method', method: 'GET', expected: wrongMethod },
]

/** Calls that every function for servers answers alike. */
export const otherMethods: readonly Call[] = [
  { name: 'another method', method: 'GET', expected: wrongMethod },
  { name: 'a page’s preflight', method: 'OPTIONS', expected: wrongMethod },
]

/** Repeats a valid call with ended tokens. The answer has to be 401, because the apps renew a token only then. */
export function tokensThatAreOver({ callers }: Stage, body: object): Call[] {
  return [
    ['an expired token', callers.expired],
    ['a forged token', callers.forged],
    ['the token of a session that has ended', callers.signedOut],
  ].map(([name, headers]) => ({
    name: String(name),
    headers: Object(headers),
    body,
    expected: { status: 401, headers: { 'access-control-allow-origin': '*' } },
  }))
}

/** Repeats a valid call with invalid bodies. */
export function bodiesThatAreNone(caller: Call['headers'], body: object): Call[] {
  const expected = { status: 400, body: { code: 'BAD_REQUEST' } }
  return [
    { name: 'a body that is no JSON', headers: caller, body: '{"', expected },
    { name: 'no body', headers: caller, body: '', expected },
    { name: 'a list', headers: caller, body: [], expected },
    {
      name: 'too long a body',
      headers: caller,
      body: { ...body, more: 'x'.repeat(2_000_000) },
      expected: { status: 413, body: { code: 'TOO_LARGE' } },
    },
  ]
}
