import '@rookies/ui/tokens/accents.css'
import { Logo } from '@rookies/ui/components/logo/logo'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useLook } from '../shared/use-look'
import styles from './public-page.module.css'
import { SiteFooter } from './site-footer'
import { ThemeMenu } from './theme-menu'

interface PublicPageProps {
  children: ReactNode
  aside?: ReactNode
  /** True if the page has a form. The links of the footer then open in another tab, so that typed text is not lost. */
  hasForm?: boolean | undefined
}

/** The frame of every screen outside the members' area: name, accent, theme, content, footer (rules/settings#accent). */
export function PublicPage({ children, aside, hasForm }: PublicPageProps) {
  const { site_name: site, accent, logo } = useLook()
  return (
    <div className={styles.page} data-accent={accent} data-form={hasForm}>
      <header className={styles.header}>
        <Link to="/" className={styles.home} aria-label={`${site} home`}>
          <Logo name={site} logo={logo} />
        </Link>
        <div className={styles.tools}>
          {aside}
          <ThemeMenu />
        </div>
      </header>
      <main className={styles.main}>{children}</main>
      <SiteFooter hasForm={hasForm} />
    </div>
  )
}
