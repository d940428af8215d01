import { reloadForNewBuild } from '@rookies/data/stale-build'
import { type ComponentType, useEffect, useState } from 'react'

/** A component whose code is fetched when it is wanted, and once. */
export class LazyPart<P> {
  /** Null until its code is there. */
  component: ComponentType<P> | null = null
  readonly #load: () => Promise<{ default: ComponentType<P> }>
  #loading: Promise<void> | null = null

  constructor(load: () => Promise<{ default: ComponentType<P> }>) {
    this.#load = load
  }

  /** Fetches the code. Rejects when it cannot be had; the next call then tries again. */
  fetch(): Promise<void> {
    this.#loading ??= this.#load().then(
      (module) => {
        this.component = module.default
      },
      (error: unknown) => {
        this.#loading = null
        throw error
      },
    )
    return this.#loading
  }

  /** Fetches the code ahead of need. The code that shows it asks again, and says what went wrong. */
  preload(): void {
    this.fetch().catch(() => undefined)
  }
}

/**
 * The component, or null until its code is there; fetched while it is `wanted`. As React's `lazy`,
 * but without Suspense, which holds back whatever follows a fallback for 300 ms: longer than these
 * parts take. A part that cannot be fetched loads the page again, once, for after a deploy its name has
 * changed; when that does not help, it throws into the nearest error boundary.
 */
export function usePart<P>(part: LazyPart<P>, wanted = true): ComponentType<P> | null {
  const [, setArrivals] = useState(0)
  const missing = wanted && part.component === null

  useEffect(() => {
    if (!missing) return
    let gone = false
    const settle = (update: (arrivals: number) => number) => {
      if (!gone) setArrivals(update)
    }
    part.fetch().then(
      () => settle((arrivals) => arrivals + 1),
      async (error: unknown) => {
        if (await reloadForNewBuild()) return
        // Thrown while rendering, where an error boundary sees it.
        settle(() => {
          throw error
        })
      },
    )
    return () => {
      gone = true
    }
  }, [missing, part])

  return part.component
}
