import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Flex } from 'antd'
import { NavLink, useLocation } from 'react-router-dom'
import { useOpenResources } from '../open-resources'
import type { Panel } from '../panel-resource'
import styles from './panel-nav.module.css'

const PANEL_NAMES: Record<Panel, string> = {
  admin: 'Admin panel',
  moderator: 'Moderator panel',
}

interface PanelNavProps {
  panel: Panel
  /** Whether only icons are shown; screen readers and tooltips still have the names. */
  collapsed?: boolean
  onFollow?: () => void
}

/** The menu: the resources of `PANEL_RESOURCES` that this person may open. */
export function PanelNav({ panel, collapsed = false, onFollow }: PanelNavProps) {
  const open = useOpenResources()
  const { pathname } = useLocation()
  const here = open.filter((resource) => resource.panel === panel)
  const items = here.filter(({ unlisted }) => !unlisted)
  // The item to mark is that of the open resource or, if the resource has no item, that of its parent.
  const shown = here.find(({ screens }) => screens.some(({ path }) => path === pathname))
  const above = shown?.unlisted ? shown.parent : shown?.name

  return (
    <nav
      aria-label={PANEL_NAMES[panel]}
      className={collapsed ? `${styles.nav} ${styles.collapsed}` : styles.nav}
    >
      <Flex component="ul" vertical gap={4}>
        {items.map(({ name, label, icon: Icon, screens }) => (
          <li key={name}>
            <NavLink
              to={screens[0].path}
              // The dashboard's address is the beginning of all other addresses, so it must match exactly.
              end={screens[0].path === '/admin'}
              className={styles.link}
              data-above={name === above || undefined}
              title={collapsed ? label : undefined}
              onClick={onFollow}
            >
              <Icon className={styles.icon} aria-hidden="true" />
              {collapsed ? (
                <VisuallyHidden>{label}</VisuallyHidden>
              ) : (
                <span className={styles.label}>{label}</span>
              )}
            </NavLink>
          </li>
        ))}
      </Flex>
    </nav>
  )
}
