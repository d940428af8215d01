import { expect, onTestFinished, test, vi } from 'vitest'
import type { Answer } from '../../../functions/_shared/answer.ts'
import { readBody } from '../../../functions/_shared/read-body.ts'
import { serveCall } from '../../../functions/_shared/serve.ts'

/** Returns a request with an endless body, and counters of how many bytes were read and whether reading stopped. */
function endless() {
  const sent = { bytes: 0, givenUp: false }
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      sent.bytes += 1_000
      controller.enqueue(new Uint8Array(1_000))
    },
    cancel() {
      sent.givenUp = true
    },
  })
  // Node requires `duplex` for a streamed body, but its types do not include it.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  return { sent, request: new Request('http://localhost/', init) }
}

test('a body is read up to its limit', async () => {
  const request = () => new Request('http://localhost/', { method: 'POST', body: 'ä'.repeat(5) })
  expect(new TextDecoder().decode((await readBody(request(), 10)) ?? undefined)).toBe('äääää')
  expect(await readBody(request(), 9)).toBeNull()
  expect(await readBody(new Request('http://localhost/', { method: 'POST' }), 9)).toEqual(
    new Uint8Array(),
  )
  const { sent, request: long } = endless()
  expect(await readBody(long, 10_000)).toBeNull()
  expect(sent.givenUp).toBe(true)
  expect(sent.bytes).toBeLessThan(20_000)
})

test('a call that is not JSON counts as empty, and one that is too long is refused', async () => {
  let serve: (request: Request) => Promise<Response> = () => Promise.reject(new Error('not served'))
  vi.stubGlobal('Deno', {
    env: { get: () => 'anon' },
    serve: (handler: typeof serve) => {
      serve = handler
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const called: unknown[] = []
  serveCall(async (body, caller): Promise<Answer> => {
    called.push([body, caller])
    return { status: 200, body: {} }
  })
  const caller = { apiKey: 'anon', authorization: 'Bearer anon' }
  for (const [body, read] of [
    ['{"a": 1}', { a: 1 }],
    ['{"a":', null],
    ['', null],
  ] as const) {
    called.length = 0
    const answer = await serve(new Request('http://localhost/', { method: 'POST', body }))
    expect([answer.status, called]).toEqual([200, [[read, caller]]])
  }
  called.length = 0
  const body = `{"a": "${'x'.repeat(1_000_000)}"}`
  const answer = await serve(new Request('http://localhost/', { method: 'POST', body }))
  expect([answer.status, await answer.json(), called]).toEqual([
    413,
    { code: 'TOO_LARGE', message: 'This request is too large.' },
    [],
  ])
})
