import { type RefObject, useEffect, useState } from 'react'

type Listener = (near: boolean) => void

const listeners = new WeakMap<Element, Listener>()
let observer: IntersectionObserver | undefined

/** Watches an element with the observer that all rows share, because a course can have a thousand rows. */
function watch(element: Element, tell: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { rootMargin: '100%' },
  )
  listeners.set(element, tell)
  observer.observe(element)
  return () => {
    listeners.delete(element)
    observer?.unobserve(element)
  }
}

/**
 * Whether an element is in the window or within a window's height of it. An element that has the focus counts as
 * near. `atFirst` is the value before the first measurement.
 */
export function useNear(element: RefObject<HTMLElement | null>, atFirst = false): boolean {
  const [near, setNear] = useState(atFirst)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    return watch(watched, (is) => setNear(is || watched.contains(document.activeElement)))
  }, [element])
  return near
}
