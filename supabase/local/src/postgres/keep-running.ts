import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { saysDiskFull } from '../disk-full'
import { errorMessage } from '../plain-error'
import type { ServerProcess } from './server-process'

/** The free bytes that PostgreSQL needs for a start: two segments of its log. */
const roomToStart = 32 * 1024 * 1024
const pauseMs = 1_000

/** A started server. Its last log lines explain why it ended. */
export type StartedServer = ServerProcess & { lastWords(): string }

/**
 * Restarts a server that ended because its disk was full, as soon as there is room, at the same port, so that
 * its clients only have to retry.
 * @param options.launch starts the server, at its earlier port if there is one
 * @returns the server; `ended` settles if it was told to end, or ended for another reason
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

/** Returns the free bytes of the disk with this folder; 0 if the system does not tell. */
const roomIn = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
