import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import {
  type RealtimeChannel,
  RealtimeClient,
  type RealtimePostgresChangesPayload,
} from '@supabase/realtime-js'
import { SignJWT } from 'jose'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createDatabaseSlots, type DatabaseSlots } from '../gateway/database-slots'
import { listen } from '../gateway/listen'
import { localAnonKey, localJwtSecret } from '../gateway/local-keys'
import { createUpgrade } from '../gateway/upgrade'
import { createRealtime } from '../realtime'
import type { Limits } from '../realtime/limits'
import type { TestCluster } from './cluster'

// Node 20 has no WebSocket, and the client requires one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

export type RealtimeServer = {
  port: number
  /** The lines of the service's log. */
  logged: string[]
  close(): Promise<void>
}

/** Starts the realtime service on a free port, behind the gateway's check of WebSockets. */
export async function startRealtime(
  cluster: TestCluster,
  limits: Partial<Limits> = {},
  slots: DatabaseSlots = createDatabaseSlots({ jwtSecret: localJwtSecret }),
): Promise<RealtimeServer> {
  const logged: string[] = []
  const realtime = createRealtime({
    logUrl: cluster.urlFor('postgres'),
    rowsUrl: cluster.urlFor('authenticator'),
    jwtSecret: localJwtSecret,
    slots,
    log: (line) => logged.push(line),
    limits,
  })
  const port = await unusedPort()
  const listener = await listen(port)
  const apps = { handle: () => new Response(), close: async () => {} }
  listener.serve((_req, res) => void res.end(), createUpgrade({ realtime, apps }))
  return {
    port,
    logged,
    async close() {
      await realtime.close()
      await listener.close(0)
    },
  }
}

/** Does the same as `startRealtime`, until the end of the test. */
export async function startLimited(
  cluster: TestCluster,
  limits: Partial<Limits>,
): Promise<RealtimeServer> {
  const server = await startRealtime(cluster, limits)
  onTestFinished(() => server.close())
  return server
}

export const notes = { event: '*', schema: 'public', table: 'notes' } as const

/** Creates a table whose rows are visible to their owner, or to everybody who is signed in. */
export async function createNotes(cluster: TestCluster): Promise<void> {
  await cluster.admin.query(`
    create table public.notes (id serial primary key, owner uuid, text text);
    alter table public.notes enable row level security;
    create policy notes_select on public.notes for select to authenticated
      using (owner = auth.uid() or owner is null);
    revoke all on public.notes from anon;
    grant select on public.notes to authenticated;
    alter publication supabase_realtime add table public.notes;
  `)
}

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

/** Returns a token like Auth's. */
export function tokenFor(
  sub: string,
  options: { role?: string; seconds?: number; secret?: string } = {},
): Promise<string> {
  const { role = 'authenticated', seconds = 3600, secret = localJwtSecret } = options
  return new SignJWT({ role, session_id: randomUUID() })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(sub)
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(new TextEncoder().encode(secret))
}

/** Returns a client like a browser's; without a token, only with the API key. */
export function realtimeClient(
  port: number,
  options: { token?: string; vsn?: string; reconnectAfterMs?: () => number } = {},
): RealtimeClient {
  const { token, vsn = '2.0.0', reconnectAfterMs } = options
  const client = new RealtimeClient(`ws://localhost:${port}/realtime/v1`, {
    params: { apikey: localAnonKey },
    vsn,
    reconnectAfterMs,
  })
  if (token) void client.setAuth(token)
  return client
}

type Received = RealtimePostgresChangesPayload<Record<string, unknown>>

export type RequestedChanges = { event: '*'; schema: string; table?: string; filter?: string }

export type Listener = {
  channel: RealtimeChannel
  /** The received changes, in order. */
  received: Received[]
  /** The statuses of the subscription, in order. */
  statuses: string[]
  /** The server's messages about the channel. */
  system: { status: string; message: string; extension: string; channel: string }[]
}

/** Subscribes, and waits for the server's message about it. */
export async function subscribe(
  client: RealtimeClient,
  topic: string,
  ...requests: RequestedChanges[]
): Promise<Listener> {
  const channel = client.channel(topic)
  const listener: Listener = { channel, received: [], statuses: [], system: [] }
  for (const requested of requests) {
    channel.on('postgres_changes', requested, (change: Received) => listener.received.push(change))
  }
  channel.on('system', {}, (message) => listener.system.push(message))
  channel.subscribe((status) => listener.statuses.push(status))
  await expect.poll(() => listener.system.length, { timeout: 10_000 }).toBeGreaterThan(0)
  return listener
}
