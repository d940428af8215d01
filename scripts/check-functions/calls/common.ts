import { createHmac, randomUUID } from 'node:crypto'
import type { Call } from '../call'
import type { Stage } from '../stage'

const wrongMethod = { status: 405, body: { code: 'METHOD_NOT_ALLOWED' } }

/** Calls that get the same answer from every function for pages. */
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

/** Calls that get the same answer from every function for servers. */
export const otherMethods: readonly Call[] = [
  { name: 'another method', method: 'GET', expected: wrongMethod },
  { name: 'a page’s preflight', method: 'OPTIONS', expected: wrongMethod },
]

/** Repeats a valid call with ended tokens. The answer has to be 401, because the apps renew a token only then. */
export function callsWithEndedTokens({ callers }: Stage, body: object): Call[] {
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
export function callsWithInvalidBodies(caller: Call['headers'], body: object): Call[] {
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

/** The secret of calls that are signed by Standard Webhooks, and the secret before it. */
export const [hookSecret, formerSecret] = ['a new secret', 'an old secret'].map(
  (text) => `v1,whsec_${Buffer.from(text).toString('base64')}`,
) as [string, string]

/**
 * Returns the headers that sign a body by Standard Webhooks. @param name prefix of the headers @param age in seconds
 */
export function signed(
  name: 'svix' | 'webhook',
  body: string,
  { secret = hookSecret, age = 0 } = {},
): Record<string, string> {
  const [id, time] = [`msg_${randomUUID()}`, Math.floor(Date.now() / 1000) - age]
  const key = Buffer.from(secret.replace('v1,whsec_', ''), 'base64')
  const text = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return {
    [`${name}-id`]: id,
    [`${name}-timestamp`]: String(time),
    [`${name}-signature`]: `v1,${Buffer.from('another').toString('base64')} v1,${text}`,
  }
}

/**
 * Calls that get the same answer from every function whose caller signs by Standard Webhooks. @param body a valid
 * body
 */
export function unsignedCalls(name: 'svix' | 'webhook', body: string): Call[] {
  const expected = { status: 401, body: { code: 'BAD_SIGNATURE' } }
  const noJson = '{"'
  const tooLong = 'x'.repeat(1_000_001)
  return [
    ...otherMethods,
    { name: 'no signature', body, expected },
    {
      name: 'a signature with another secret',
      headers: signed(name, body, { secret: `v1,whsec_${btoa('another secret')}` }),
      body,
      expected,
    },
    {
      name: 'a signature of another body',
      headers: signed(name, body),
      body: `${body} `,
      expected,
    },
    {
      name: 'a signature of ten minutes ago',
      headers: signed(name, body, { age: 600 }),
      body,
      expected,
    },
    {
      name: 'a body that is no JSON',
      headers: signed(name, noJson),
      body: noJson,
      expected: { status: 422, body: { code: 'BAD_EVENT' } },
    },
    {
      name: 'too long a body',
      headers: signed(name, tooLong),
      body: tooLong,
      expected: { status: 413, body: { code: 'TOO_LARGE' } },
    },
  ]
}
