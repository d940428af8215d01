import { type ComponentType, createElement, lazy } from 'react'

const failed = new Set<() => void>()

/**
 * A component whose code is fetched when it is first shown: React's `lazy`, which remembers a failure for good, but
 * asked for again after retryFailedImports(). A LazyBoundary around it says what happens without it.
 * In: a function that imports one file; which of its exports is meant.
 */
export function lazyComponent<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  const ask = () =>
    lazy(async () => {
      try {
        return { default: pick(await load()) }
      } catch (error) {
        // Not at once: React draws again what has failed, and would never come to the end of it.
        failed.add(() => {
          Part = ask()
        })
        throw error
      }
    })
  let Part = ask()
  return (props) => createElement(Part as ComponentType<Props>, props)
}

/** From now on the parts that did not come are asked for when they are next drawn. */
export function retryFailedImports(): void {
  for (const renew of failed) renew()
  failed.clear()
}
