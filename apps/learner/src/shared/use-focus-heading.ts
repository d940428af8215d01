import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * After a move to another page, focuses its heading and scrolls to the top. After the back button the browser
 * restores the scroll position. The first page of a visit is left alone. The hook waits until `ready`, when the
 * heading has its final text.
 */
export function useFocusHeading(heading: RefObject<HTMLElement | null>, ready = true): void {
  const { key, pathname } = useLocation()
  const move = useNavigationType()
  const arrivedAt = useRef<string | null>(null)

  // The hook runs in the same commit as the page: an effect would run after an effect of the page that navigates on.
  useLayoutEffect(() => {
    if (!ready || arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    if (key === FIRST_PAGE) return
    heading.current?.focus({ preventScroll: true })
    if (move !== 'POP') window.scrollTo(0, 0)
  }, [heading, key, move, pathname, ready])
}

/** React Router's key of the history entry with which a visit begins. */
const FIRST_PAGE = 'default'
