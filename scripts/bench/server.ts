import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../supabase/local/src/free-port'
import { localAnonKey } from '../../supabase/local/src/gateway/local-keys'

export interface Server {
  process: ChildProcess
  url: string
  dataDir: string
  /** Seconds from the start of the process until the library answered a signed-in member. */
  seconds: number
  token: string
  stop(): Promise<void>
}

const root = new URL('../../', import.meta.url)

async function libraryAnswers(url: string): Promise<string | null> {
  const headers = { apikey: localAnonKey, 'content-type': 'application/json' }
  try {
    const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'member@rookies.test', password: 'rookies-demo' }),
    })
    if (!signedIn.ok) return null
    const { access_token: token } = (await signedIn.json()) as { access_token: string }
    const library = await fetch(`${url}/rest/v1/rpc/library`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: '{}',
    })
    return library.ok ? token : null
  } catch {
    return null
  }
}

/** Starts the product as `npm start` does on what is built, and asks until the library answers. */
export async function startServer(dataDir: string): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const began = performance.now()
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), ROOKIES_DATA: dataDir },
  })
  const ended = once(server, 'exit')
  let token: string | null = null
  while (!token) {
    if (server.exitCode !== null) throw new Error('The product ended before it answered.')
    token = await libraryAnswers(url)
  }
  return {
    process: server,
    url,
    dataDir,
    seconds: (performance.now() - began) / 1000,
    token,
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** Address of the running product's database for a login role. */
export function databaseUrl(dataDir: string, role: string): string {
  const passwords = JSON.parse(readFileSync(join(dataDir, 'passwords.json'), 'utf8')) as Record<
    string,
    string
  >
  // The fourth line of PostgreSQL's own lock file is the port it listens on.
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgresql://${role}:${passwords[role]}@127.0.0.1:${port}/postgres`
}
