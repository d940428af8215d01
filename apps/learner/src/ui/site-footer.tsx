import { Link } from 'react-router-dom'
import { useBoot } from '../shared/use-boot'
import { useSiteName } from '../shared/use-site-name'
import { OtherTab } from './other-tab'
import styles from './site-footer.module.css'

/**
 * The one footer: the company line, terms and privacy, and the support address from the settings
 * (rules/settings#support-address). `filling`: under a form, whose texts open beside it.
 */
export function SiteFooter({ filling = false }: { filling?: boolean | undefined }) {
  const Way = filling ? OtherTab : Link
  const contact = useBoot()?.settings.contact_email
  const site = useSiteName()
  return (
    <footer className={styles.footer}>
      <p>
        © {new Date().getFullYear()} {site}. All rights reserved.
      </p>
      <p className={styles.links}>
        <Way to="/terms">Terms of use</Way>
        <Way to="/privacy">Privacy policy</Way>
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
