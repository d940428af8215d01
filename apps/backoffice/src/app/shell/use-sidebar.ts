import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { useCallback, useEffect, useState } from 'react'
import { isCovered } from '../../ui/use-layer'
import { isShortcut } from '../command/shortcut'

/** Below this width the sidebar is a drawer (rules/interface#sidebar). */
const WIDE = '(min-width: 768px)'

const COOKIE = 'rookies-sidebar'
const SEVEN_DAYS_SEC = 7 * 24 * 60 * 60

export interface Sidebar {
  /** True where the sidebar stands beside the page, false where it is a drawer. */
  wide: boolean
  collapsed: boolean
  drawerOpen: boolean
  toggle: () => void
  closeDrawer: () => void
}

/** The sidebar's state. Its button and Ctrl/Cmd+B toggle it; a cookie keeps it for seven days. */
export function useSidebar(): Sidebar {
  const wide = useMatchMedia(WIDE)
  const [collapsed, setCollapsed] = useState(() => wasCollapsed(document))
  const [drawerOpen, setDrawerOpen] = useState(false)

  const toggle = useCallback(() => {
    if (!wide) {
      setDrawerOpen((open) => !open)
      return
    }
    const next = !collapsed
    keepCollapsed(document, next)
    setCollapsed(next)
  }, [wide, collapsed])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'b')) return
      event.preventDefault()
      // A dialog makes everything behind it inert; the drawer itself can be closed by the shortcut.
      const covered = !drawerOpen && isCovered()
      if (!event.repeat && !covered) toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle, drawerOpen])

  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  return { wide, collapsed, drawerOpen: drawerOpen && !wide, toggle, closeDrawer }
}

type CookieJar = Pick<Document, 'cookie'>

/** Whether the sidebar was collapsed; without a cookie it is open. */
export function wasCollapsed(jar: CookieJar): boolean {
  return jar.cookie.split('; ').includes(`${COOKIE}=collapsed`)
}

/** Stores the state for seven days (rules/interface#sidebar). */
export function keepCollapsed(jar: CookieJar, collapsed: boolean): void {
  const value = collapsed ? 'collapsed' : 'open'
  jar.cookie = `${COOKIE}=${value}; path=/; max-age=${SEVEN_DAYS_SEC}; samesite=lax`
}
