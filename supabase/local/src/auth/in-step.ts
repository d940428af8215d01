import type { Handler } from './context'

/** Milliseconds between the moments at which such an answer may leave. */
const step = 50

/**
 * Lets a route answer at fixed moments only, refusals too: how long it worked would tell who has an
 * account, for whom there is a mail to write.
 */
export function inStep(handler: Handler): Handler {
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
