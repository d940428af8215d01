import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PlainError } from '../../supabase/local/src/plain-error'
import { startServer } from '../bench/server'

/**
 * Starts the product on new data as `npm start` does, requests both apps and, as a member, the library, and stops the
 * product. Returns a summary.
 * @throws PlainError if an app does not answer, or the product does not stop properly
 */
export async function tryStart(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookies-start-'))
  try {
    const { url, seconds, stop } = await startServer(dataDir)
    const statuses = await Promise.all(
      ['/', '/admin/'].map(async (path) => (await fetch(`${url}${path}`)).status),
    )
    const code = await stop()
    const seen = `After ${seconds.toFixed(1)} s it answered a member; its apps answered ${statuses.join(' and ')}; it ended with ${code}.`
    if (code !== 0 || statuses.some((status) => status !== 200)) throw new PlainError(seen)
    return seen
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
