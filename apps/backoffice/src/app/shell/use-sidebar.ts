import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { useCallback, useEffect, useState } from 'react'
import { isCovered } from '../../ui/use-layer'
import { isShortcut } from '../command/shortcut'

/** Below this width the sidebar is a drawer (rules/interface#sidebar). */
const WIDE = '(min-width: 768px)'

const COOKIE = 'rookies-sidebar'
const SEVEN_DAYS_SEC = 7 * 24 * 60 * 60

export interface Sidebar {
  /** Whether the sidebar is beside the page; false on narrow screens, where it is a drawer. */
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
      // Under a dialog the shortcut does nothing, unless the dialog is the drawer.
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

/** Returns whether the sidebar was collapsed at the last visit; without a cookie it is open. */
export function wasCollapsed(jar: CookieJar): boolean {
  return jar.cookie.split('; ').includes(`${COOKIE}=collapsed`)
}

/** Stores for seven days whether the sidebar is collapsed (rules/interface#sidebar). */
export function keepCollapsed(jar: CookieJar, collapsed: boolean): void {
  const value = collapsed ? 'collapsed' : 'open'
  jar.cookie = `${COOKIE}=${value}; path=/; max-age=${SEVEN_DAYS_SEC}; samesite=lax`
}
