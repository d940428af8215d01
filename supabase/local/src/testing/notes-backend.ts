import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../free-port'
import { localAnonKey } from '../gateway/local-keys'
import { type Backend, type BackendOptions, startBackend } from '../main'
import { makeDataDir } from './cluster'
import { temporaryFolder } from './temporary-folder'
import { tinyProject } from './tiny-project'

// Node 20 has no WebSocket, and createClient requires one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

export type Options = BackendOptions & { supabaseDir: string }

/** Returns options for a data folder that does not exist yet. */
export async function emptyOptions(dir = temporaryFolder()): Promise<Options> {
  return { dataDir: join(dir, 'data'), port: await freePort(), supabaseDir: tinyProject(dir) }
}

/** Returns options for a data folder with the run's cluster, before the first migration. */
export async function options(dir = temporaryFolder()): Promise<Options> {
  return { ...(await emptyOptions(dir)), dataDir: makeDataDir(dir) }
}

/** Starts a backend until the end of the test. */
export async function start(how: BackendOptions): Promise<Backend> {
  const backend = await startBackend(how)
  onTestFinished(() => backend.stop())
  return backend
}

/** Returns a client of a visitor, or with another key. */
export const client = (url: string, key = localAnonKey) =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

/** Returns the notes that a visitor can read. */
export async function notesAt(url: string): Promise<unknown> {
  const { data, error } = await client(url).from('notes').select().order('id')
  if (error) throw error
  return data
}

/** The notes of the seed. */
export const seeded = [{ id: 1, text: 'from the seed' }]
