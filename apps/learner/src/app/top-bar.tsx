import { can } from '@rookies/data/access/can'
import { ADMIN_PATH, LIBRARY_PATH, NOTES_PATH, PROFILE_PATH } from '@rookies/data/access/home'
import { newsText } from '@rookies/data/communities/news-text'
import { COMMUNITIES_PATH } from '@rookies/data/communities/paths'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { Logo } from '@rookies/ui/components/logo/logo'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { FileText, House, LogOut, MessagesSquare, PanelsTopLeft, UserRound } from 'lucide-react'
import { Link, NavLink } from 'react-router-dom'
import { NotificationBell } from '../features/notifications/notification-bell'
import { SearchBox } from '../features/search/search-box'
import { useBoot } from '../shared/use-boot'
import { useLook } from '../shared/use-look'
import { useSignOut } from '../shared/use-sign-out'
import { Menu, type MenuItem } from '../ui/menu'
import { ThemeMenu, useThemeItems } from '../ui/theme-menu'
import styles from './top-bar.module.css'

/** The same width as in the style sheet. Below it, only the logo is shown; the link is still labelled with the name. */
const NARROW = '(max-width: 26rem)'

/** The bar above every screen of the members' area. */
export function TopBar() {
  const boot = useBoot()
  const { site_name: site, logo } = useLook()
  const leave = useSignOut()
  const account = boot?.account
  const themes = useThemeItems()
  const narrow = useMatchMedia(NARROW)

  const staff: MenuItem[] = can(boot?.permissions, 'admin_panel', 'enter')
    ? [{ kind: 'anchor', label: 'Back-office', href: ADMIN_PATH, icon: <PanelsTopLeft /> }]
    : []

  return (
    <header className={styles.bar}>
      <Link to={LIBRARY_PATH} className={styles.logo} aria-label={`${site} home`}>
        <Logo name={site} logo={logo} compact={narrow} />
      </Link>
      <SearchBox />
      <nav aria-label="Main" className={styles.nav}>
        <NavLink to={LIBRARY_PATH} className={styles.link}>
          <House aria-hidden="true" />
          <span>Home</span>
        </NavLink>
        {boot?.communities && (
          <NavLink to={COMMUNITIES_PATH} className={styles.link}>
            <MessagesSquare aria-hidden="true" />
            <span>Communities</span>{' '}
            {boot.community_news > 0 && (
              <b className={styles.news}>
                {newsText(boot.community_news)} <VisuallyHidden>new</VisuallyHidden>
              </b>
            )}
          </NavLink>
        )}
      </nav>
      <div className={styles.tools}>
        {/* On the narrowest screens the link to communities takes the place of this menu, and the account's menu
            offers the same choice. */}
        <div className={boot?.communities ? styles.theme : undefined}>
          <ThemeMenu />
        </div>
        <NotificationBell />
        <Menu
          label="Account"
          trigger={<Avatar name={account?.name} email={account?.email} pending={!boot} />}
          header={
            account && (
              <>
                <strong className={styles.name}>{account.name || 'Unnamed User'}</strong>
                <span className={styles.email}>{account.email}</span>
              </>
            )
          }
          items={[
            { kind: 'link', label: 'Profile', to: PROFILE_PATH, icon: <UserRound /> },
            { kind: 'link', label: 'Your notes', to: NOTES_PATH, icon: <FileText /> },
            ...staff,
            ...(narrow && boot?.communities ? themes : []),
            { kind: 'action', label: 'Sign out', icon: <LogOut />, onSelect: leave },
          ]}
        />
      </div>
    </header>
  )
}
