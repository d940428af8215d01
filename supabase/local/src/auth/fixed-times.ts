import type { Handler } from './context'

/** Milliseconds between two moments at which an answer may leave. */
const step = 50

/**
 * Delays the answers of a route, refusals too, to fixed moments, because the time that writing a mail takes
 * would reveal who has an account.
 */
export function atFixedTimes(handler: Handler): Handler {
  return async (ctx, call) => {
    const began = performance.now()
    try {
      return await handler(ctx, call)
    } finally {
      const left = step - ((performance.now() - began) % step)
      await new Promise((resolve) => setTimeout(resolve, left))
    }
  }
}
