import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * After navigating to another page, focuses its heading and scrolls to the top. After the back button, the scroll
 * position is left to the browser. On the first page of a visit, the hook does nothing. It waits until `ready` is true,
 * when the heading has its final text.
 */
export function useFocusHeading(heading: RefObject<HTMLElement | null>, ready = true): void {
  const { key, pathname } = useLocation()
  const move = useNavigationType()
  const arrivedAt = useRef<string | null>(null)

  // A layout effect runs in the same commit as the page. An effect could run after an effect of the page that already
  // navigates elsewhere.
  useLayoutEffect(() => {
    if (!ready || arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    if (key === FIRST_PAGE) return
    heading.current?.focus({ preventScroll: true })
    if (move !== 'POP') window.scrollTo(0, 0)
  }, [heading, key, move, pathname, ready])
}

/** The key that React Router gives to the first history entry of a visit. */
const FIRST_PAGE = 'default'
