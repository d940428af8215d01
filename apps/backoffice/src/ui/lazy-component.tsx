import { type ComponentType, createElement, lazy } from 'react'

const failed = new Set<() => void>()

/**
 * Like React's `lazy`, but retryFailedImports() lets a failed import be tried again, which `lazy` never does. A
 * LazyBoundary around the component shows the error. Takes a function that imports one module, and the name of the
 * export.
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
        // The reset waits for the call of retryFailedImports(): an immediate reset would make React import the
        // module without end.
        failed.add(() => {
          Part = importPart()
        })
        throw error
      }
    })
  let Part = importPart()
  return (props) => createElement(Part as ComponentType<Props>, props)
}

/** Lets failed components import their code again when they are next rendered. */
export function retryFailedImports(): void {
  for (const renew of failed) renew()
  failed.clear()
}
