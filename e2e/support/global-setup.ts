import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Starts the product for all journeys and puts its addresses into the environment of the workers. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('serve.ts', import.meta.url))],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(server, 'exit')
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('{')) {
      Object.assign(process.env, JSON.parse(line))
      break
    }
  }
  if (!process.env.E2E_URL) throw new Error('The product did not start; see the lines above.')
  return async () => {
    server.kill('SIGTERM')
    await ended
  }
}
