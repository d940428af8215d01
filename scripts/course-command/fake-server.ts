import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Permission } from '@rookies/data/access/resources'

/** An answer; its status is 200 by default. */
interface Answer {
  status?: number
  body: unknown
}

/** Answers by path, or by path and query. */
export type Answers = Record<string, Answer | ((address: URL, body: unknown) => Answer)>

export interface FakeServer {
  url: string
  /** The requests so far, in order. */
  asked: { path: string; body: unknown }[]
  stop: () => Promise<void>
}

const ACCOUNT = {
  ...{ state: 'ACTIVE', id: 'u1', name: 'Ada', email: 'ada@b.test', phone: null },
  ...{ role: 'ADMIN', created_at: '2026-01-01T00:00:00Z', aal_required: false },
}
const SETTINGS = { site_name: 'Rookies', site_description: '', contact_email: '' }
const SESSION = {
  ...{ access_token: 'a.e30.c', token_type: 'bearer', expires_in: 3600, refresh_token: 'r' },
  user: { id: 'u1', aud: 'authenticated', email: 'ada@b.test' },
}

/** Returns the boot answer of a person with these permissions. */
export function boot(permissions: Permission[], account: Partial<typeof ACCOUNT> = {}): Answer {
  return { body: { account: { ...ACCOUNT, ...account }, permissions, settings: SETTINGS } }
}

/** Returns the answers to all requests that a command makes before and after its own work. */
export function signInAnswers(permissions: Permission[]): Answers {
  return {
    '/auth/v1/health': { body: {} },
    '/auth/v1/token': { body: SESSION },
    '/auth/v1/logout': { body: {} },
    '/rest/v1/rpc/boot': boot(permissions),
  }
}

/** Starts a fake server for tests of the commands; a test may change `answers` while the server runs. */
export async function startFakeServer(answers: Answers): Promise<FakeServer> {
  const asked: FakeServer['asked'] = []

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const address = new URL(req.url ?? '', 'http://127.0.0.1')
    const sent = Buffer.concat(chunks).toString()
    const body: unknown = sent === '' ? null : JSON.parse(sent)
    asked.push({ path: address.pathname, body })
    const found = answers[address.pathname] ?? { status: 404, body: { message: 'no' } }
    const given = typeof found === 'function' ? found(address, body) : found
    res
      .writeHead(given.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(given.body))
  }

  const server = createServer((req, res) => void answer(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '',
    asked,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
