import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * Puts a person where a page begins after they moved to it: focus on its heading, and the top of the
 * page in view unless they went back, where the browser knows the place. The first page of a visit is
 * left alone. `ready` holds it until the heading shows what was asked for.
 */
export function useArrival(heading: RefObject<HTMLElement | null>, ready = true): void {
  const { key, pathname } = useLocation()
  const move = useNavigationType()
  const arrivedAt = useRef<string | null>(null)

  // In the same commit as the page: an effect would run after one in the page that moves them on.
  useLayoutEffect(() => {
    if (!ready || arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    if (key === FIRST_PAGE) return
    heading.current?.focus({ preventScroll: true })
    if (move !== 'POP') window.scrollTo(0, 0)
  }, [heading, key, move, pathname, ready])
}

/** React Router's key of the entry that a visit began with. */
const FIRST_PAGE = 'default'
