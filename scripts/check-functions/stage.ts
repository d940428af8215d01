import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../supabase/local/src/free-port'
import { localAnonKey, localServiceKey } from '../../supabase/local/src/gateway/local-keys'
import { startBackend } from '../../supabase/local/src/main'
import { expiredToken, forgedToken } from '../../supabase/local/src/testing/changed-token'
import { makeMigratedDataDir } from '../../supabase/local/src/testing/cluster'
import { startMailServers } from '../../supabase/local/src/testing/mail-server'

/** The headers by which the platform tells a function who calls it. */
type Caller = { apikey: string; authorization: string }

/** The environment of the calls: the product with its demo people, and servers that receive its mail. */
export type Stage = Awaited<ReturnType<typeof openStage>>

/** A pause longer than any check, so that the product's own worker does not run. `tick` is the worker here. */
const NEVER_MS = 2 ** 31 - 1

/** Starts the product with its own data and signs in its people. */
export async function openStage() {
  const folder = mkdtempSync(join(tmpdir(), 'rookies-functions-'))
  const backend = await startBackend({
    dataDir: await makeMigratedDataDir(folder),
    port: await freePort(),
    workerPauseMs: NEVER_MS,
  })
  const mail = await startMailServers()
  const closing: (() => unknown)[] = []
  const database = new pg.Pool({ connectionString: backend.databaseUrl('postgres'), max: 2 })
  // The database stops before the pool has closed its connections, which is no error.
  database.on('error', () => {})

  async function post(path: string, body: object, caller: Partial<Caller> = {}): Promise<unknown> {
    const answer = await fetch(`${backend.url}${path}`, {
      method: 'POST',
      headers: { apikey: localAnonKey, 'content-type': 'application/json', ...caller },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  async function tokenOf(name: string): Promise<string> {
    const signedIn = await post('/auth/v1/token?grant_type=password', {
      email: `${name}@rookies.test`,
      password: 'rookies-demo',
    })
    return String(Object(signedIn).access_token)
  }
  const caller = (token: string): Caller => ({
    apikey: localAnonKey,
    authorization: `Bearer ${token}`,
  })

  const token = await tokenOf('admin')
  const signedOut = caller(await tokenOf('admin'))
  await post('/auth/v1/logout?scope=local', {}, signedOut)

  return {
    url: backend.url,
    /** The variables that every hosted project has. */
    project: {
      SUPABASE_URL: backend.url,
      SUPABASE_ANON_KEY: localAnonKey,
      SUPABASE_SERVICE_ROLE_KEY: localServiceKey,
    },
    /** The secrets for mail: for a provider's API and for a mail server. */
    mailer: {
      SITE_URL: 'https://rookies.example',
      MAIL_FROM: 'Rookies <hello@rookies.example>',
      RESEND_API_KEY: mail.apiKey,
      MAIL_API_URL: mail.apiUrl,
    },
    smtp: {
      SITE_URL: 'https://rookies.example',
      MAIL_FROM: 'hello@rookies.example',
      SMTP_URL: mail.smtpUrl,
    },
    mail,
    callers: {
      visitor: caller(localAnonKey),
      member: caller(await tokenOf('member')),
      admin: caller(token),
      expired: caller(await expiredToken(token)),
      forged: caller(await forgedToken(token)),
      signedOut,
    },
    /** Runs a statement without row-level security. */
    sql: async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await database.query(text, values)).rows,
    /** Calls a database function as an administrator or as another caller. */
    rpc: (name: string, args: object, as: Caller = caller(token)) =>
      post(`/rest/v1/rpc/${name}`, args, as),
    /** Creates a course and returns its id. */
    async course(): Promise<string> {
      const id = randomUUID()
      await database.query(
        `insert into public.courses (id, title, slug, status) values ($1, 'A course', $2, 'PUBLISHED')`,
        [id, `course-${id.slice(0, 8)}`],
      )
      return id
    },
    /** Registers a function that runs when the stage closes. */
    onClose: (act: () => unknown) => void closing.push(act),
    async close() {
      for (const act of closing) await act()
      await mail.stop()
      await database.end()
      await backend.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
