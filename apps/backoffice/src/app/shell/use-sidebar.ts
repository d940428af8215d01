import { useCallback, useEffect, useState } from 'react'
import { useMatchMedia } from '../../ui/use-match-media'
import { keepCollapsed, wasCollapsed } from './sidebar-cookie'

/** Below this width the sidebar is a drawer (product §9). */
const WIDE = '(min-width: 768px)'

export interface Sidebar {
  /** True where the sidebar stands beside the page, false where it slides over it. */
  wide: boolean
  collapsed: boolean
  drawerOpen: boolean
  toggle: () => void
  closeDrawer: () => void
}

/** The sidebar's state: toggled by its button and by Ctrl/Cmd+B, kept in a cookie for seven days. */
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
      const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!command || event.key.toLowerCase() !== 'b') return
      event.preventDefault()
      if (!event.repeat) toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle])

  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  return { wide, collapsed, drawerOpen: drawerOpen && !wide, toggle, closeDrawer }
}
