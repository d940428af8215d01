import { reloadForNewBuild } from '@rookies/data/stale-build'
import { type ComponentType, useEffect, useState } from 'react'

/** A component whose code is loaded on demand, and only once. */
export class LazyPart<P> {
  /** Null until the code has loaded. */
  component: ComponentType<P> | null = null
  readonly #load: () => Promise<{ default: ComponentType<P> }>
  #loading: Promise<void> | null = null

  constructor(load: () => Promise<{ default: ComponentType<P> }>) {
    this.#load = load
  }

  /** Loads the code. Rejects when loading fails; the next call tries again. */
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

  /** Loads the code ahead of time. Errors are ignored: the component that renders the part loads it again. */
  preload(): void {
    this.fetch().catch(() => undefined)
  }
}

/**
 * Returns the component, or null until its code has loaded. Loads the code while `wanted` is true. This is React's
 * `lazy` without Suspense, which delays what follows a fallback by 300 ms, longer than these parts take. If loading
 * fails, the page reloads once, because after a deploy the file has another name; if that does not help, the error
 * is thrown to the nearest error boundary.
 */
export function usePart<P>(part: LazyPart<P>, wanted = true): ComponentType<P> | null {
  useLoaded(part, wanted)
  return part.component
}

/** Loads a part like `usePart`, and returns whether its code has loaded. */
export function useLoaded(
  part: { component: unknown; fetch: () => Promise<void> },
  wanted = true,
): boolean {
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
        // The error is thrown during rendering, where an error boundary catches it.
        settle(() => {
          throw error
        })
      },
    )
    return () => {
      gone = true
    }
  }, [missing, part])

  return part.component !== null
}
