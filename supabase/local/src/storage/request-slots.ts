import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { type DatabaseSlots, TooManyRequests } from '../gateway/database-slots'
import type { NodeContext, NodeEnv } from '../gateway/http'
import { slowDown } from './errors'

/** The slots of storage's requests at the database. A request holds none while bytes are sent or received. */
export interface RequestSlots {
  /** Acquires a slot for each request, and releases it at the end. */
  forRequest: MiddlewareHandler<NodeEnv>
  /** Acts without the request's slot, then acquires one again. */
  pause<T>(incoming: IncomingMessage, act: () => Promise<T>): Promise<T>
  /** Acts with a new slot, for a request that has released its own. */
  resume<T>(incoming: IncomingMessage, act: () => Promise<T>): Promise<T>
  /** Releases the request's slot, when only bytes are left to send. */
  release(incoming: IncomingMessage): void
}

interface Held {
  c: NodeContext
  free: () => void
}

/** If no slot becomes free in time, a request fails with StorageError SlowDown. */
export function createRequestSlots(slots: DatabaseSlots): RequestSlots {
  const held = new WeakMap<IncomingMessage, Held>()
  const release = (incoming: IncomingMessage) => held.get(incoming)?.free()
  const acquire = async (incoming: IncomingMessage, c: NodeContext) => {
    const free = await slots.acquire(c, holderOf(c)).catch((error) => {
      throw error instanceof TooManyRequests ? slowDown() : error
    })
    held.set(incoming, { c, free })
  }
  const acquireAgain = async (incoming: IncomingMessage) => {
    const before = held.get(incoming)
    if (before) await acquire(incoming, before.c)
  }
  return {
    release,
    async forRequest(c, next) {
      const { incoming } = c.env
      await acquire(incoming, c)
      await next().finally(() => release(incoming))
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
 * Returns who holds the slot of a request without a person's token; undefined for all other requests. Such requests
 * must not share the slots of one IP address: a page fetches many pictures at once, many people may have the same IP
 * address, and each picture costs the database one row.
 */
function holderOf(c: NodeContext): string | undefined {
  const { path } = c.req
  if (path.startsWith('/storage/v1/object/public/')) return path
  if (path.startsWith('/storage/v1/upload/resumable/sign')) {
    return `signed ${c.req.header('x-signature') ?? ''}`
  }
  const isSigned = /^\/storage\/v1\/object\/(upload\/)?sign\//.test(path)
  const token = isSigned && c.req.method !== 'POST' ? c.req.query('token') : undefined
  return token === undefined ? undefined : `signed ${token}`
}
