import { verifyToken } from '../auth/access-tokens'
import { createFairQueue, type QueueLimits } from './fair-queue'
import type { NodeContext } from './http'

/** Turns at the database, given to people fairly. */
export interface Turns {
  /**
   * Waits for a turn for the person who sends a request; the caller has to end it. The turn has ended already
   * for the project's own servers, which need none, and for a caller who left.
   * @param whose takes the turn instead of the person in the token
   * @throws TooManyRequests
   */
  take(c: NodeContext, whose?: string): Promise<() => void>
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
export function createTurns(options: { jwtSecret: string; limits?: QueueLimits }): Turns {
  const queue = createFairQueue(options.limits)
  const key = new TextEncoder().encode(options.jwtSecret)

  /** Returns the person who takes the turn; undefined for the project's own servers. */
  async function personOf(c: NodeContext): Promise<string | undefined> {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    // Without the check of the signature, anybody could use up the turns of a person whose id they know.
    const claims = token ? await verifyToken(token, key).catch(() => undefined) : undefined
    if (claims?.role === 'service_role') return undefined
    return claims?.sub ?? String(c.env.incoming.socket.remoteAddress)
  }

  return {
    async take(c, whose) {
      const person = whose ?? (await personOf(c))
      const { outgoing } = c.env
      if (person === undefined || outgoing.destroyed) return () => {}
      return new Promise((resolve, reject) => {
        const left = () => {
          leave()
          resolve(() => {})
        }
        const leave = queue.ask(person, {
          start(end) {
            outgoing.off('close', left)
            resolve(end)
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
