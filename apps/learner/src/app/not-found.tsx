import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Compass } from 'lucide-react'
import { usePageTitle } from '../shared/use-page-title'
import { ButtonLink } from '../ui/button'
import { PublicPage } from '../ui/public-page'
import styles from './screens.module.css'

/** The page at an address without a screen (rules/interface#not-found). */
export default function NotFound() {
  usePageTitle('Page not found')
  return (
    <PublicPage>
      <div className={styles.middle}>
        <EmptyState
          level={1}
          icon={<Compass />}
          title="Oops! Page not found"
          actions={
            <ButtonLink variant="primary" to="/">
              Return to Home
            </ButtonLink>
          }
        >
          <p>The page you are looking for does not exist or has moved.</p>
        </EmptyState>
      </div>
    </PublicPage>
  )
}
