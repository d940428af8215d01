import type { Call } from '../call'
import type { Stage } from '../stage'

const wrongMethod = { status: 405, body: { code: 'METHOD_NOT_ALLOWED' } }

/** What every function that pages call answers alike. */
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

/** What every function that servers call answers alike. */
export const otherMethods: readonly Call[] = [
  { name: 'another method', method: 'GET', expected: wrongMethod },
  { name: 'a page’s preflight', method: 'OPTIONS', expected: wrongMethod },
]

/** In: a call that a person may make. Out: the same with tokens that are over, which the apps renew upon 401. */
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

/** In: a call that a person may make. Out: bodies that are none, with what they are answered. */
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
      expected,
    },
  ]
}
