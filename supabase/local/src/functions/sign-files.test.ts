import { afterEach, expect, test, vi } from 'vitest'
import { signFiles } from '../../../functions/sign-files/sign-files.ts'

// These tests check the requests and answers of the function; supabase/tests/attacks/wide/files.test.ts checks who
// may fetch which file.
afterEach(() => vi.unstubAllGlobals())

const PATH = '0b0c0d0e-0000-4000-8000-000000000001/tea.png'
const ADDRESS = `/object/sign/lesson-files/${PATH}?token=t`

interface Call {
  url: string
  authorization: string
  apikey: string
  body: unknown
}

/** Fakes the answers of the API and of storage. */
function services(readable: () => Response, signed: () => Response = () => Response.json([])) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    calls.push({
      url,
      authorization: headers.get('authorization') ?? '',
      apikey: headers.get('apikey') ?? '',
      body: JSON.parse(String(init.body)),
    })
    return url.includes('/rpc/readable_') ? readable() : signed()
  })
  return calls
}

const signing = {
  restUrl: 'http://project.test/rest/v1',
  storageUrl: 'http://project.test/storage/v1',
  authorization: 'Bearer person',
  apiKey: 'anon',
  serviceKey: 'service',
  log: () => {},
}
const sign = (body: unknown) => signFiles(body, signing)

const signed = () =>
  Response.json([
    { error: null, path: PATH, signedURL: ADDRESS },
    { error: 'Either the object does not exist', path: 'gone.png', signedURL: null },
  ])

test('the function asks the database as the caller, and storage signs the allowed files for an hour', async () => {
  const calls = services(() => Response.json([PATH, 'gone.png']), signed)
  expect(await sign({ paths: [PATH, 'locked.png', 'gone.png'] })).toEqual({
    status: 200,
    body: { files: [{ path: PATH, address: ADDRESS }] },
  })
  expect(calls).toEqual([
    {
      url: 'http://project.test/rest/v1/rpc/readable_files',
      ...{ authorization: 'Bearer person', apikey: 'anon' },
      body: { paths: [PATH, 'locked.png', 'gone.png'] },
    },
    {
      url: 'http://project.test/storage/v1/object/sign/lesson-files',
      ...{ authorization: 'Bearer service', apikey: 'service' },
      body: { expiresIn: 3600, paths: [PATH, 'gone.png'] },
    },
  ])
})

test('files of work are checked and signed in their own bucket, and files of other buckets are never signed', async () => {
  const calls = services(() => Response.json([PATH]), signed)
  expect(await sign({ paths: [PATH], bucket: 'work-files' })).toEqual({
    status: 200,
    // Browsers download the file instead of showing it, whatever its type.
    body: { files: [{ path: PATH, address: `${ADDRESS}&download=` }] },
  })
  expect(calls.map(({ url }) => url)).toEqual([
    'http://project.test/rest/v1/rpc/readable_work_files',
    'http://project.test/storage/v1/object/sign/work-files',
  ])
  for (const bucket of ['covers', 'toString', 7]) {
    expect((await sign({ paths: [PATH], bucket })).status).toBe(400)
  }
  expect(calls).toHaveLength(2)
})

test('storage is not asked if no file is allowed, or after a refusal', async () => {
  const empty = services(() => Response.json([]))
  expect(await sign({ paths: [PATH] })).toEqual({ status: 200, body: { files: [] } })
  expect(empty).toHaveLength(1)
  for (const [status, code] of [
    [401, 'PGRST303'],
    [403, '42501'],
  ] as const) {
    const calls = services(() => Response.json({ code, message: 'No.' }, { status }))
    expect(await sign({ paths: [PATH] })).toMatchObject({ status, body: { code } })
    expect(calls).toHaveLength(1)
  }
})

test('a service that does not answer is reported as 502, which callers retry', async () => {
  const hiccup = { status: 502, body: { code: 'API_FAILED' } }
  services(() => new Response('<html>', { status: 503 }))
  expect(await sign({ paths: [PATH] })).toMatchObject(hiccup)
  services(
    () => Response.json([PATH]),
    () => Response.json({ message: 'No.' }, { status: 400 }),
  )
  expect(await sign({ paths: [PATH] })).toMatchObject(hiccup)
  services(() => {
    throw new TypeError('fetch failed')
  })
  expect(await sign({ paths: [PATH] })).toMatchObject(hiccup)
})

test('the deployed function answers pages of any origin, with the project’s settings', async () => {
  let serve: (request: Request) => Promise<Response> = () => Promise.reject(new Error('no'))
  const settings: Record<string, string> = {
    SUPABASE_URL: 'http://project.test',
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
  }
  vi.stubGlobal('Deno', {
    env: { get: (name: string) => settings[name] },
    serve: (handler: typeof serve) => {
      serve = handler
    },
  })
  await import('../../../functions/sign-files/index.ts')
  const calls = services(() => Response.json([PATH]), signed)
  const url = 'http://localhost/sign-files'
  const preflight = await serve(new Request(url, { method: 'OPTIONS' }))
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  const headers = { authorization: 'Bearer person' }
  const body = JSON.stringify({ paths: [PATH] })
  const answer = await serve(new Request(url, { method: 'POST', headers, body }))
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({ files: [{ path: PATH, address: ADDRESS }] })
  expect(calls.map(({ authorization }) => authorization)).toEqual([
    'Bearer person',
    'Bearer service',
  ])
})
