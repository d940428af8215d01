import { useBoot } from '../shared/use-boot'
import { useSiteName } from '../shared/use-site-name'
import styles from './site-footer.module.css'

/** The one footer: the support address from the settings, and the company line (decisions §2). */
export function SiteFooter() {
  const contact = useBoot()?.settings.contact_email
  const site = useSiteName()
  return (
    <footer className={styles.footer}>
      <p>
        © {new Date().getFullYear()} {site}. All rights reserved.
      </p>
      <p className={styles.contact}>
        {contact && (
          <>
            Need help? <a href={`mailto:${contact}`}>{contact}</a>
          </>
        )}
      </p>
    </footer>
  )
}
