import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Starts the product on fresh data of its own and puts its addresses into the environment, where the
 * fixtures look for them. Out: a function that stops it.
 */
export async function startProduct(): Promise<() => Promise<void>> {
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('serve.ts', import.meta.url))],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(server, 'exit')
  let started = false
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.startsWith('{')) continue
    Object.assign(process.env, JSON.parse(line))
    started = true
    break
  }
  if (!started) throw new Error('The product did not start; see the lines above.')
  return async () => {
    server.kill('SIGTERM')
    await ended
  }
}
