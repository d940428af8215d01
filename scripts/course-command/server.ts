import type { DataClient } from '@rookies/data/client'
import { dataProject } from '@rookies/data/env'
import { createDataClient } from '@rookies/data/session/create-client'
import { PlainError } from '../../supabase/local/src/plain-error'
import { noAnswer, notOurs } from './sentences'

/** The server that a command about courses connects to. */
export interface Server {
  origin: string
  key: string
  /** Whether the server is on this machine, where the demo accounts and the public development key are valid. */
  isLocal: boolean
  client: DataClient
}

function originOf(url: string): URL {
  try {
    const parsed = new URL(url)
    if (parsed.protocol === 'http:' || parsed.protocol === 'https:') return parsed
  } catch {}
  throw new PlainError(`${url} is not an address such as http://localhost:4300.`)
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  )
}

/** Stores the session in memory, so that it ends with the process. */
function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** @throws PlainError if the address or the key is invalid */
export function openServer(url: string, key: string | undefined): Server {
  const { origin, hostname } = originOf(url)
  const isLocal = isLoopback(hostname)
  if (key === undefined && !isLocal) {
    throw new PlainError(
      `${origin} is another machine, so its publishable key is needed: give it with --key or in VITE_SUPABASE_KEY.`,
    )
  }
  const project = dataProject({ VITE_SUPABASE_KEY: key }, origin)
  return {
    origin,
    isLocal,
    key: project.key,
    client: createDataClient({ ...project, storage: memory() }),
  }
}

const PATIENCE_MS = 10_000

/**
 * Checks that the server answers, is a Rookies server and accepts the key. Auth's own client would print a
 * stack trace if the server is down. @throws PlainError
 */
export async function checkServer({ origin, key }: Server): Promise<void> {
  const answer = await fetch(`${origin}/auth/v1/health`, {
    headers: { apikey: key },
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null)
  if (answer === null || answer.status >= 500) throw new PlainError(noAnswer(origin))
  if (answer.status === 401 || answer.status === 403) {
    throw new PlainError(`The key does not belong to the project at ${origin}. See --key.`)
  }
  const isOurs = answer.ok && answer.headers.get('content-type')?.includes('json') === true
  if (!isOurs) throw new PlainError(notOurs(origin))
}
