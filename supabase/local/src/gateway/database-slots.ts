import { verifyToken } from '../auth/access-tokens'
import { createFairQueue, type QueueLimits } from './fair-queue'
import type { NodeContext } from './http'

/** Slots for concurrent requests to the database, shared fairly between people. */
export interface DatabaseSlots {
  /**
   * Waits for a slot for the person who sends a request, and returns a function that releases it. That function does
   * nothing for the service role, which needs no slot, and for a caller who left.
   * @param holder the name that holds the slot instead of the person in the token
   * @throws TooManyRequests
   */
  acquire(c: NodeContext, holder?: string): Promise<() => void>
}

/** Too many requests of one person wait, or one waited too long. */
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

  /** Returns the person who holds the slot; undefined for the service role. */
  async function personOf(c: NodeContext): Promise<string | undefined> {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    // Without the check of the signature, anybody could use up the slots of a person whose id they know.
    const claims = token ? await verifyToken(token, key).catch(() => undefined) : undefined
    if (claims?.role === 'service_role') return undefined
    return claims?.sub ?? String(c.env.incoming.socket.remoteAddress)
  }

  return {
    async acquire(c, holder) {
      const person = holder ?? (await personOf(c))
      const { outgoing } = c.env
      if (person === undefined || outgoing.destroyed) return () => {}
      return new Promise((resolve, reject) => {
        const left = () => {
          leave()
          resolve(() => {})
        }
        const leave = queue.ask(person, {
          start(release) {
            outgoing.off('close', left)
            resolve(release)
          },
          refuse() {
            outgoing.off('close', left)
            reject(new TooManyRequests())
          },
        })
        outgoing.once('close', left)
      })
    },
  }
}
