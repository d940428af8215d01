import { type ComponentType, createElement, lazy } from 'react'

const failed = new Set<() => void>()

/**
 * A lazy component like React's `lazy`, except that retryFailedImports() can repeat a failed import. A LazyBoundary
 * around the component shows the error. Takes a function that imports one module, and the name of the export.
 */
export function lazyComponent<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  const importPart = () =>
    lazy(async () => {
      try {
        return { default: pick(await load()) }
      } catch (error) {
        // Resetting at once would make React import the module again and again, so the reset waits for
        // retryFailedImports().
        failed.add(() => {
          Part = importPart()
        })
        throw error
      }
    })
  let Part = importPart()
  return (props) => createElement(Part as ComponentType<Props>, props)
}

/** Resets all components whose import failed, so that their next rendering imports them again. */
export function retryFailedImports(): void {
  for (const renew of failed) renew()
  failed.clear()
}
