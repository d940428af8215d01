import { AuthClient } from '@supabase/auth-js'
import { afterEach, expect, it, vi } from 'vitest'
import { DEFAULT_ERROR_MESSAGE } from '../errors'
import { createFunctionCaller } from './functions'

afterEach(() => vi.unstubAllGlobals())

function calling(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  const auth = new AuthClient({ url: 'http://project.test/auth/v1', persistSession: false })
  return createFunctionCaller({ url: 'http://project.test', key: 'k' }, { auth }).invoke('f', {})
}

it('returns the answer of the edge function, and throws a refusal with its code', async () => {
  expect(await calling(() => Response.json({ sent: true }))).toEqual({ sent: true })
  const refusal = { code: 'NO_MAILER', message: "Email isn't set up." }
  await expect(calling(() => Response.json(refusal, { status: 503 }))).rejects.toMatchObject({
    code: 'NO_MAILER',
    status: 503,
  })
})

it.each([
  ['HTML', () => new Response('<html>bad gateway</html>', { status: 502 })],
  ['half an answer', () => new Response('{"sent": tr')],
])('throws NETWORK or BUSY with our own message for %s', async (_, answer) => {
  await expect(calling(answer)).rejects.toMatchObject({
    code: 'BUSY',
    message: DEFAULT_ERROR_MESSAGE,
  })
})
