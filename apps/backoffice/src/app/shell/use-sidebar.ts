import { useCallback, useEffect, useState } from 'react'
import { isCovered } from '../../ui/use-layer'
import { useMatchMedia } from '../../ui/use-match-media'
import { isShortcut } from '../command/shortcut'
import { keepCollapsed, wasCollapsed } from './sidebar-cookie'

/** Below this width the sidebar is a drawer (rules/interface#sidebar). */
const WIDE = '(min-width: 768px)'

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
