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
  let loading: Promise<Runner | null> | null = null
  let isClosed = false
  const loaded = () => {
    loading ??= import('./runner').then(
      ({ createRunner }) => (isClosed ? null : createRunner(place)),
      () => {
        loading = null
        return null
      },
    )
    return loading
  }
  return {
    load() {
      void loaded()
    },
    async run(input) {
      const runner = await loaded()
      return runner ? runner.run(input) : { verdict: 'UNREACHABLE' }
    },
    close() {
      isClosed = true
      void loading?.then((runner) => runner?.close())
    },
  }
}
