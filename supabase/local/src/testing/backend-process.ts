import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { localAnonKey } from '../gateway/local-keys'
import { endOrphans } from '../lock/orphans'
import { killTree, treeOf } from './process-tree'
import { until } from './until'

export type BackendProcess = {
  child: ChildProcess
  pid: number
  url: string
  /** Returns the ids of this process and all its descendants. */
  tree(): number[]
  /** Returns the output up to now. */
  output(): string
  /** Settles with the exit code; null after a signal. */
  exited: Promise<number | null>
}

/**
 * Runs the backend in another process, as `npm start` does, and waits until it answers and has greeted. At the
 * end of the test, all its remaining processes are ended.
 */
export async function runBackendProcess(options: {
  dataDir: string
  port: number
  supabaseDir: string
}): Promise<BackendProcess> {
  const backend = spawnBackend(options)
  await until('the backend answers', async () => {
    if (backend.child.exitCode !== null) throw new Error(`It ended: ${backend.output()}`)
    const answer = await fetch(`${backend.url}/rest/v1/`, { headers: { apikey: localAnonKey } })
    // It answers a moment before it greets.
    return answer.ok && backend.output().includes('ready at')
  })
  return backend
}

/** Does the same as `runBackendProcess`, without waiting for an answer. */
export function spawnBackend(options: {
  dataDir: string
  port: number
  supabaseDir: string
}): BackendProcess {
  const cli = new URL('../cli.ts', import.meta.url).href
  const script = `
    const { runBackend } = await import(${JSON.stringify(cli)})
    await runBackend({
      greet: ({ url }) => 'ready at ' + url,
      supabaseDir: ${JSON.stringify(options.supabaseDir)},
    })
  `
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      env: { ...process.env, PORT: String(options.port), ROOKIES_DATA: options.dataDir },
    },
  )
  const pid = child.pid ?? 0
  let output = ''
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // Not the event 'close', which does not come if this process closes the channel.
  const exited = Promise.all(
    [child, ...streams].map((part) => once(part, part === child ? 'exit' : 'end')),
  ).then(([exit]) => exit?.[0] as number | null)
  onTestFinished(async () => {
    killTree(pid)
    await exited
    await endOrphans(options.dataDir, () => {})
  })
  const tree = () => treeOf(pid)
  return { child, pid, url: `http://localhost:${options.port}`, tree, output: () => output, exited }
}
