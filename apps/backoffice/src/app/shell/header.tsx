import { Button, Flex } from 'antd'
import { PanelLeft } from 'lucide-react'
import cells from '../../ui/cells.module.css'
import { useLook } from '../../ui/look'
import { CommandButton } from '../command/command-button'
import { shortcutLabel } from '../command/shortcut'
import { PANEL_NAMES, type Panel } from '../panel-resource'
import styles from './header.module.css'
import { NotificationBell } from './notification-bell'
import { ThemeMenu } from './theme-menu'
import type { Sidebar } from './use-sidebar'
import { UserMenu } from './user-menu'

export function Header({ panel, sidebar }: { panel: Panel; sidebar: Sidebar }) {
  const expanded = sidebar.wide ? !sidebar.collapsed : sidebar.drawerOpen
  return (
    <Flex component="header" align="center" gap={4} className={styles.header}>
      <Button
        type="text"
        icon={<PanelLeft aria-hidden="true" />}
        aria-label="Toggle sidebar"
        aria-expanded={expanded}
        aria-keyshortcuts="Control+B Meta+B"
        title={`Toggle sidebar (${shortcutLabel('B')})`}
        onClick={sidebar.toggle}
      />
      <div className={styles.titles}>
        <strong>{PANEL_NAMES[panel]}</strong>
        <small className={cells.fact}>Manage your {useLook().site_name} platform</small>
      </div>
      <CommandButton toggleSidebar={sidebar.toggle} />
      <ThemeMenu />
      <NotificationBell />
      <UserMenu />
    </Flex>
  )
}
