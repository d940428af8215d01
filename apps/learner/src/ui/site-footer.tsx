import { Link } from 'react-router-dom'
import { useBoot } from '../shared/use-boot'
import { useSiteName } from '../shared/use-site-name'
import { OtherTab } from './other-tab'
import styles from './site-footer.module.css'

/**
 * The footer: the company, terms and privacy, and the support email from the settings
 * (rules/settings#support-address). Below a form (`hasForm`), its links open in another tab.
 */
export function SiteFooter({ hasForm = false }: { hasForm?: boolean | undefined }) {
  const FooterLink = hasForm ? OtherTab : Link
  const contact = useBoot()?.settings.contact_email
  const site = useSiteName()
  return (
    <footer className={styles.footer}>
      <p>
        © {new Date().getFullYear()} {site}. All rights reserved.
      </p>
      <p className={styles.links}>
        <FooterLink to="/terms">Terms of use</FooterLink>
        <FooterLink to="/privacy">Privacy policy</FooterLink>
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
