type Told = (near: boolean) => void

const told = new WeakMap<Element, Told>()
let observer: IntersectionObserver | undefined

/**
 * Tells whether an element is in the window or a window's height away from it. One observer for all of
 * them: there may be hundreds. Out: ends it.
 */
export function watchNear(element: Element, tell: Told): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting)
    },
    { rootMargin: '100%' },
  )
  told.set(element, tell)
  observer.observe(element)
  return () => {
    told.delete(element)
    observer?.unobserve(element)
  }
}
