import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { SignJWT } from 'jose'
import { afterAll } from 'vitest'
import { WebSocket } from 'ws'
import { defaultSchool } from '../../../functions/_shared/school.ts'
import { createAuth } from '../auth'
import { isObject } from '../auth/body'
import { type AuthConfig, readConfig } from '../config'
import { createMailbox, type Mailbox } from '../mail'
import type { StoredMail } from '../mail/store'
import { startCluster, type TestCluster } from './cluster'

export const projectFile = (path: string) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url))

// Node 20 has no WebSocket, and createClient requires one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

export interface AuthServer {
  /** Origin of the server; Auth answers below /auth/v1. */
  url: string
  siteUrl: string
  mailbox: Mailbox
  /** The lines of the service's log. */
  logged: string[]
  /** Returns a client with its own storage, like another browser. */
  client(flowType?: 'implicit' | 'pkce'): SupabaseClient
  /** Returns a client with a server's key, or with the key of another role. */
  server(role?: string): Promise<SupabaseClient>
  /** Returns the latest mail to an email; throws if there is none. */
  lastMail(to: string): StoredMail
  /** Returns the code of the latest mail. */
  lastCode(to: string): string
  /** Returns the link of the latest mail to this service; of a confirmation, which leads to a page, what Supabase's own mail has. */
  lastLink(to: string): string | undefined
  /** Returns the token in the latest mail's link for a new password. */
  lastResetToken(to: string): string
  close(): Promise<void>
}

export const jwtSecret = 'a secret for tests that is long enough for HS256'

/**
 * Starts Auth on a free port, with the project's config.toml and templates. Mails need no pause between them,
 * unless `change` sets one.
 *
 * @param now the clock of one-time codes, in milliseconds
 */
export async function startAuth(
  cluster: TestCluster,
  change: (config: AuthConfig) => void = () => {},
  now?: () => number,
): Promise<AuthServer> {
  const config = readConfig(projectFile('config.toml')).auth
  config.email.maxFrequency = 0
  // A migration creates the hook's function, and most tests run without migrations.
  config.beforeUserCreated = null
  change(config)
  const mailbox = createMailbox({
    dir: join(cluster.dataDir, `mail-${Date.now()}`),
    readSchool: async () => defaultSchool(config.siteUrl),
  })
  const logged: string[] = []
  const app = new Hono()
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the test server has no port')
  const url = `http://127.0.0.1:${address.port}`
  const pool = cluster.poolFor('supabase_auth_admin')
  const auth = createAuth({
    pool,
    jwtSecret,
    config,
    siteUrl: config.siteUrl,
    apiUrl: url,
    mailer: mailbox,
    now,
    log: (line) => logged.push(line),
  })
  app.route('/auth/v1', auth.routes)

  const lastMail = (to: string) => {
    const mail = mailbox.list({ to })[0]
    if (!mail) throw new Error(`nothing was sent to ${to}`)
    return mail
  }

  return {
    url,
    siteUrl: config.siteUrl,
    mailbox,
    logged,
    client(flowType = 'implicit') {
      return createClient(url, 'anon', {
        auth: { flowType, autoRefreshToken: false, detectSessionInUrl: false, storage: storage() },
      })
    },
    async server(role = 'service_role') {
      const key = await new SignJWT({ role, iss: 'supabase-demo' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(jwtSecret))
      return createClient(url, key, { auth: { autoRefreshToken: false, persistSession: false } })
    },
    lastMail,
    lastCode: (to) => lastMail(to).code ?? '',
    lastLink(to) {
      const page = `${config.siteUrl}/confirm-email/`
      const { links } = lastMail(to)
      const token = links.find((link) => link.startsWith(page))?.slice(page.length)
      return token === undefined
        ? links.find((link) => link.includes('/verify?'))
        : `${url}/auth/v1/verify?${new URLSearchParams({ token, type: 'signup' })}`
    },
    lastResetToken(to) {
      const page = `${config.siteUrl}/reset-password/`
      const link = lastMail(to).links.find((it) => it.startsWith(page))
      if (!link) throw new Error(`no link to ${page} was sent to ${to}`)
      return link.slice(page.length)
    },
    async close() {
      await auth.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts a cluster with Auth for all tests of a file. */
export async function authForFile(): Promise<{ cluster: TestCluster; server: AuthServer }> {
  const cluster = await startCluster()
  const server = await startAuth(cluster)
  afterAll(async () => {
    await server.close()
    await cluster.stop()
  })
  return { cluster, server }
}

function storage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** The JSON object that was answered. */
export async function readJson(answer: Response): Promise<Record<string, unknown>> {
  const body: unknown = await answer.json()
  if (!isObject(body)) throw new Error(`not an object: ${JSON.stringify(body)}`)
  return body
}

/** Opens a link of a mail, and returns the parsed redirect target without requesting it. */
export async function follow(link: string | undefined): Promise<{
  target: string
  query: URLSearchParams
  fragment: URLSearchParams
}> {
  const answer = await fetch(link ?? '', { redirect: 'manual' })
  if (answer.status !== 303) throw new Error(`${answer.status} ${await answer.text()}`)
  const url = new URL(answer.headers.get('location') ?? '')
  return {
    target: url.origin + url.pathname,
    query: url.searchParams,
    fragment: new URLSearchParams(url.hash.slice(1)),
  }
}
