import type { Writable } from 'node:stream'
import { verifyToken } from '../auth/access-tokens'
import { createFairQueue, type QueueLimits } from './fair-queue'
import type { NodeContext } from './http'

/** Slots for concurrent requests to the database, shared fairly between people. */
export interface DatabaseSlots {
  /**
   * Waits for a slot, and returns a function that releases it. That function does nothing for the service role, which
   * needs no slot, and for a caller who left.
   * @param caller the stream that closes when the caller leaves
   * @throws TooManyRequests
   */
  acquire(holder: Holder, caller: Writable): Promise<() => void>
  /** Returns the holder of a request's slot. */
  holderOf(c: NodeContext): Promise<Holder>
}

/** The holder of a slot: a person by id, or everybody who has an address; null for the service role. */
export type Holder = { person: string } | { address: string } | null

/** Too many requests of one holder wait, or one waited too long. */
export class TooManyRequests extends Error {
  override message = 'Too many of your requests are under way. Try again shortly.'
}

/** Seconds after which a refused caller may try again. */
export const retryAfter = '5'

/**
 * @param options.jwtSecret secret that signs access tokens
 * @param options.limits the gateway's own by default
 */
export function createDatabaseSlots(options: {
  jwtSecret: string
  limits?: QueueLimits
}): DatabaseSlots {
  const queue = createFairQueue(options.limits)
  const key = new TextEncoder().encode(options.jwtSecret)

  return {
    async holderOf(c) {
      const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
      // Without the check of the signature, anybody could use up the slots of a person whose id they know.
      const claims = token ? await verifyToken(token, key).catch(() => undefined) : undefined
      return holderBy(claims ?? {}, c.env.incoming.socket.remoteAddress)
    },

    async acquire(holder, caller) {
      if (holder === null || caller.destroyed) return () => {}
      const [name, isShared] =
        'person' in holder ? [holder.person, false] : [`at ${holder.address}`, true]
      return new Promise((resolve, reject) => {
        const left = () => {
          leave()
          resolve(() => {})
        }
        const leave = queue.ask(name, isShared, {
          start(release) {
            caller.off('close', left)
            // Without this pause, all requests that have arrived would be answered before those of other people are
            // read.
            setImmediate(resolve, release)
          },
          refuse() {
            caller.off('close', left)
            reject(new TooManyRequests())
          },
        })
        caller.once('close', left)
      })
    },
  }
}

/** Returns the holder of a slot by the verified claims of a token, or else by the network address. */
export function holderBy(claims: Record<string, unknown>, address: string | undefined): Holder {
  if (claims.role === 'service_role') return null
  return typeof claims.sub === 'string' ? { person: claims.sub } : { address: String(address) }
}
