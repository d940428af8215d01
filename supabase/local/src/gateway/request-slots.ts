import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { DatabaseSlots, Holder } from './database-slots'
import { alreadySent, type NodeContext, type NodeEnv } from './http'

/**
 * The slots of requests at the database. A request holds one from its arrival to its answer, except while it does
 * something else that takes long, such as sending or receiving a file.
 */
export interface RequestSlots {
  /** Acquires a slot for each request, and releases it at the end. @throws TooManyRequests */
  forRequest: MiddlewareHandler<NodeEnv>
  /** Runs a function without the request's slot, then acquires a slot again. @throws TooManyRequests */
  pause<T>(incoming: IncomingMessage, act: () => Promise<T>): Promise<T>
  /** Runs a function with a new slot, for a request that has released its own. @throws TooManyRequests */
  resume<T>(incoming: IncomingMessage, act: () => Promise<T>): Promise<T>
  /** Releases the request's slot, when only bytes are left to send. */
  release(incoming: IncomingMessage): void
}

interface Held {
  c: NodeContext
  free: () => void
}

export function createRequestSlots(slots: DatabaseSlots): RequestSlots {
  const held = new WeakMap<IncomingMessage, Held>()
  const release = (incoming: IncomingMessage) => held.get(incoming)?.free()
  const acquire = async (incoming: IncomingMessage, c: NodeContext) => {
    const holder = filesHolder(c) ?? (await slots.holderOf(c))
    held.set(incoming, { c, free: await slots.acquire(holder, c.env.outgoing) })
  }
  const acquireAgain = async (incoming: IncomingMessage) => {
    const before = held.get(incoming)
    if (before) await acquire(incoming, before.c)
  }
  return {
    release,
    async forRequest(c, next) {
      const { incoming, outgoing } = c.env
      await acquire(incoming, c)
      try {
        if (outgoing.destroyed) return alreadySent
        await next()
      } finally {
        release(incoming)
      }
    },
    async pause(incoming, act) {
      release(incoming)
      const result = await act()
      await acquireAgain(incoming)
      return result
    },
    async resume(incoming, act) {
      await acquireAgain(incoming)
      return act().finally(() => release(incoming))
    },
  }
}

/**
 * Returns the holder of a request for a file that carries no person's token; undefined for all other requests. These
 * have slots apart from the other requests of an address: a page fetches many pictures at once, and each costs the
 * database one row.
 */
function filesHolder(c: NodeContext): Holder | undefined {
  const { path, method } = c.req
  const isPublic = path.startsWith('/storage/v1/object/public/')
  const isSigned =
    path.startsWith('/storage/v1/upload/resumable/sign') ||
    (/^\/storage\/v1\/object\/(upload\/)?sign\//.test(path) && method !== 'POST')
  if (!isPublic && !isSigned) return undefined
  return { address: `${c.env.incoming.socket.remoteAddress} for files` }
}
