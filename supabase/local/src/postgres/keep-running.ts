import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { saysDiskFull } from '../disk-full'
import { errorMessage } from '../plain-error'
import type { ServerProcess } from './server-process'

/** What PostgreSQL needs to come up again, in bytes: two pieces of its log. */
const roomToStart = 32 * 1024 * 1024
const pauseMs = 1_000

/** A server that is started, and its last words, by which one tells why it ended. */
export type StartedServer = ServerProcess & { lastWords(): string }

/**
 * Keeps a server running where it ends because its disk is full: once there is room it is started again, at the same
 * port, so that its clients only have to try again.
 * @param options.launch starts it, at that port if it has had one
 * @returns the server; `ended` settles when it was told to end, or ended for another reason
 */
export async function keepRunning(options: {
  clusterDir: string
  launch: (port?: number) => Promise<StartedServer>
  log: (line: string) => void
}): Promise<ServerProcess> {
  const { clusterDir, launch, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let current = await launch()
  const { port } = current

  async function watch(): Promise<void> {
    await current.ended
    if (signal.aborted || !saysDiskFull(current.lastWords())) return
    log('The disk is full. PostgreSQL is started again once there is room.')
    while (!signal.aborted) {
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted || (await roomIn(clusterDir)) < roomToStart) continue
      try {
        current = await launch(port)
        break
      } catch (error) {
        if (saysDiskFull(errorMessage(error))) continue
        log(errorMessage(error))
        return
      }
    }
    if (signal.aborted) await current.stop()
    return watch()
  }
  const ended = watch()

  return {
    port,
    ended,
    get pid() {
      return current.pid
    },
    async stop() {
      stopping.abort()
      await current.stop()
      await ended
    },
  }
}

/** Bytes that are free where a folder lies; none where that cannot be told. */
const roomIn = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
