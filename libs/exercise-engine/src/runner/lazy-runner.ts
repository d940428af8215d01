import { lazily } from '../lazily'
import type { Runner } from './runner'

export interface LazyRunner extends Runner {
  /** Loads the code, so that the first run does not wait for it. */
  load(): void
}

/**
 * Returns a runner whose code loads with the first run. If it cannot be loaded, the run is `UNREACHABLE`, and the next
 * run tries again.
 */
export function lazyRunner(place: HTMLElement): LazyRunner {
  const { opened, close } = lazily(async () => {
    const { createRunner } = await import('./runner')
    return () => createRunner(place)
  })
  return {
    load: () => void opened(),
    run: async (input) => (await opened())?.run(input) ?? { verdict: 'UNREACHABLE' },
    close,
  }
}
