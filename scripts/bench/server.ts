import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../supabase/local/src/free-port'
import { localAnonKey } from '../../supabase/local/src/gateway/local-keys'

/** The running product. */
export interface Product {
  url: string
  dataDir: string
  /** The process whose memory is measured together with the processes that it has started. */
  pid: number
}

export interface Server extends Product {
  /** Seconds from the start of the process until a signed-in member got the first library. */
  seconds: number
  /** The session of a member as Auth returned it. */
  session: Session
  /** Stops the product in an orderly way. Returns the exit code. */
  stop(): Promise<number | null>
}

const root = new URL('../../', import.meta.url)

export interface Session {
  access_token: string
}

const headers = { apikey: localAnonKey, 'content-type': 'application/json' }

/** Signs in a person of the seed data. Returns null if Auth refuses. */
export async function signIn(url: string, name: 'member' | 'admin'): Promise<Session | null> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: `${name}@rookies.test`, password: 'rookies-demo' }),
  })
  return answer.ok ? ((await answer.json()) as Session) : null
}

async function libraryAnswers(url: string): Promise<Session | null> {
  try {
    const session = await signIn(url, 'member')
    if (!session) return null
    const library = await fetch(`${url}/rest/v1/rpc/library`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${session.access_token}` },
      body: '{}',
    })
    return library.ok ? session : null
  } catch {
    return null
  }
}

/** Starts the built product like `npm start`, and waits until it answers the library. */
export async function startServer(dataDir: string): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const began = performance.now()
  const server = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, PORT: String(port), ROOKIES_DATA: dataDir },
  })
  const ended = once(server, 'exit')
  let session: Session | null = null
  while (!session) {
    if (server.exitCode !== null) throw new Error('The product ended before it answered.')
    session = await libraryAnswers(url)
  }
  return {
    pid: server.pid ?? 0,
    url,
    dataDir,
    seconds: (performance.now() - began) / 1000,
    session,
    async stop() {
      if (server.connected) server.disconnect()
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}

/** Returns the connection address of the running product's database for a login role. */
export function databaseUrl(dataDir: string, role: string): string {
  const passwords = JSON.parse(readFileSync(join(dataDir, 'passwords.json'), 'utf8')) as Record<
    string,
    string
  >
  // The fourth line of PostgreSQL's own lock file is the port.
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgresql://${role}:${passwords[role]}@127.0.0.1:${port}/postgres`
}
