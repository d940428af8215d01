import '@rookies/ui/tokens/accents.css'
import { localStore } from '@rookies/data/device/store'
import { Logo } from '@rookies/ui/components/logo/logo'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useBoot } from '../shared/use-boot'
import { useSiteName } from '../shared/use-site-name'
import styles from './public-page.module.css'
import { SiteFooter } from './site-footer'
import { ThemeMenu } from './theme-menu'

interface PublicPageProps {
  children: ReactNode
  aside?: ReactNode
  /** True if the page has a form: links of the footer then open in another tab, so that nothing typed is lost. */
  hasForm?: boolean | undefined
}

/** The frame of every screen outside the members' area: name, theme, content, footer. */
export function PublicPage({ children, aside, hasForm }: PublicPageProps) {
  const site = useSiteName()
  return (
    <div className={styles.page} data-accent={useAccent()} data-form={hasForm}>
      <header className={styles.header}>
        <Link to="/" className={styles.home} aria-label={`${site} home`}>
          <Logo name={site} />
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

const KEY = 'rookies-accent'

/** Returns the site's accent (rules/settings#accent): the one of the last visit until the settings have arrived. */
function useAccent(): string {
  const accent = useBoot()?.settings.accent
  useEffect(() => {
    if (accent !== undefined) localStore.setIfRoom(KEY, accent)
  }, [accent])
  return accent ?? localStore.getItem(KEY) ?? ''
}
