import { Alert, Flex } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation, useNavigation } from 'react-router-dom'
import { useMay } from '../may'
import type { Panel } from '../panel-resource'
import { usePerson } from '../person'
import { PersonLinks } from '../person-link'
import { useKeptInputNotice } from '../signing-in'
import { Brand } from './brand'
import { Header } from './header'
import { NavDrawer } from './nav-drawer'
import { PanelNav } from './panel-nav'
import styles from './shell.module.css'
import { useSidebar } from './use-sidebar'

export function Shell({ panel }: { panel: Panel }) {
  const sidebar = useSidebar()
  const { pathname } = useLocation()
  useKeptInputNotice()
  const navigation = useNavigation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  // After navigation the focus moves to the main landmark, so that keyboard users start at the new content.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <Flex className={styles.shell} data-collapsed={sidebar.collapsed || undefined}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {sidebar.wide ? (
        <Flex component="aside" vertical className={styles.sidebar} aria-label="Sidebar">
          <Brand panel={panel} collapsed={sidebar.collapsed} />
          <PanelNav panel={panel} collapsed={sidebar.collapsed} />
        </Flex>
      ) : (
        <NavDrawer panel={panel} open={sidebar.drawerOpen} onClose={sidebar.closeDrawer} />
      )}
      <Flex vertical flex={1} className={styles.page}>
        <Header panel={panel} sidebar={sidebar} />
        <MaintenanceBanner />
        <main
          id="content"
          ref={main}
          tabIndex={-1}
          className={styles.main}
          aria-busy={navigation.state !== 'idle'}
        >
          <PersonLinks>
            <Outlet />
          </PersonLinks>
        </main>
      </Flex>
    </Flex>
  )
}

/** Reminds administrators that only they can sign in during maintenance (rules/settings#maintenance). */
function MaintenanceBanner() {
  const on = usePerson().settings.maintenance_mode
  const mayEnd = useMay('settings', 'update')
  if (!on) return null
  return (
    <Alert
      banner
      role="status"
      message="Maintenance mode is on: only administrators can get in."
      action={mayEnd && <Link to="/admin/settings">Settings</Link>}
    />
  )
}
