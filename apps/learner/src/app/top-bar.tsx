import { can } from '@rookies/data/access/can'
import { ADMIN_PATH, LIBRARY_PATH } from '@rookies/data/access/home'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { Logo } from '@rookies/ui/components/logo/logo'
import { House, LogOut, PanelsTopLeft } from 'lucide-react'
import { Link, NavLink } from 'react-router-dom'
import { useBoot } from '../shared/use-boot'
import { useSiteName } from '../shared/use-site-name'
import { Menu, type MenuItem } from '../ui/menu'
import { ThemeMenu } from '../ui/theme-menu'
import styles from './top-bar.module.css'
import { useSignOut } from './use-sign-out'

/** The bar above every screen of the members' area (product §2). */
export function TopBar() {
  const boot = useBoot()
  const site = useSiteName()
  const leave = useSignOut()
  const account = boot?.account

  const staff: MenuItem[] = can(boot?.permissions, 'admin_panel', 'enter')
    ? [{ kind: 'anchor', label: 'Back-office', href: ADMIN_PATH, icon: <PanelsTopLeft /> }]
    : []

  return (
    <header className={styles.bar}>
      <Link to={LIBRARY_PATH} className={styles.logo} aria-label={`${site} home`}>
        <Logo name={site} />
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        <NavLink to={LIBRARY_PATH} className={styles.link}>
          <House aria-hidden="true" />
          <span>Home</span>
        </NavLink>
      </nav>
      <div className={styles.tools}>
        <ThemeMenu />
        <Menu
          label="Account"
          trigger={<Avatar name={account?.name} email={account?.email} />}
          header={
            account && (
              <>
                <strong className={styles.name}>{account.name || 'Unnamed User'}</strong>
                <span className={styles.email}>{account.email}</span>
              </>
            )
          }
          items={[
            ...staff,
            { kind: 'action', label: 'Sign out', icon: <LogOut />, onSelect: leave },
          ]}
        />
      </div>
    </header>
  )
}
