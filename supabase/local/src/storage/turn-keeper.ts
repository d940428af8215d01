import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { NodeContext, NodeEnv } from '../gateway/http'
import { TooManyRequests, type Turns } from '../gateway/turns'
import { slowDown } from './errors'

/** The turns of storage's requests at the database, which are not to be held while bytes come or go. */
export interface TurnKeeper {
  /** Has each request wait for its turn, and give it back in the end. */
  inTurn: MiddlewareHandler<NodeEnv>
  /** Acts without the turn of a request, and waits for the next one. */
  outside<T>(incoming: IncomingMessage, act: () => Promise<T>): Promise<T>
  /** Acts in another turn of a request that has given its own back. */
  inside<T>(incoming: IncomingMessage, act: () => Promise<T>): Promise<T>
  /** Gives the turn back: only bytes are left to be sent. */
  leave(incoming: IncomingMessage): void
}

interface Held {
  c: NodeContext
  end: () => void
}

/** Keeps the turns of storage's requests, each by the request as Node has it. A wait in vain throws StorageError SlowDown. */
export function createTurnKeeper(turns: Turns): TurnKeeper {
  const held = new WeakMap<IncomingMessage, Held>()
  const leave = (incoming: IncomingMessage) => held.get(incoming)?.end()
  const take = async (incoming: IncomingMessage, c: NodeContext) => {
    const end = await turns.take(c, whoseOf(c)).catch((error) => {
      throw error instanceof TooManyRequests ? slowDown() : error
    })
    held.set(incoming, { c, end })
  }
  const again = async (incoming: IncomingMessage) => {
    const before = held.get(incoming)
    if (before) await take(incoming, before.c)
  }
  return {
    leave,
    async inTurn(c, next) {
      const { incoming } = c.env
      await take(incoming, c)
      await next().finally(() => leave(incoming))
    },
    async outside(incoming, act) {
      leave(incoming)
      const result = await act()
      await again(incoming)
      return result
    },
    async inside(incoming, act) {
      await again(incoming)
      return act().finally(() => leave(incoming))
    },
  }
}

/**
 * Who takes the turn of a request that brings no token of a person: pictures of a page are fetched many at once, by
 * many people behind one address, and each is one row.
 */
function whoseOf(c: NodeContext): string | undefined {
  const { path } = c.req
  if (path.startsWith('/storage/v1/object/public/')) return path
  if (path.startsWith('/storage/v1/upload/resumable/sign')) {
    return `signed ${c.req.header('x-signature') ?? ''}`
  }
  const isSigned = /^\/storage\/v1\/object\/(upload\/)?sign\//.test(path)
  const token = isSigned && c.req.method !== 'POST' ? c.req.query('token') : undefined
  return token === undefined ? undefined : `signed ${token}`
}
