import { CHECK_FAILED } from '@rookies/data/session/session-query'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { CircleAlert } from 'lucide-react'
import { Button } from '../ui/button'
import styles from './session-unknown.module.css'
import { usePageTitle } from './use-page-title'

interface SessionUnknownProps {
  /** A check is under way. */
  busy: boolean
  retry: () => unknown
}

/** Says that the session could not be checked, and lets the person try again. The session is kept. */
export function SessionUnknown({ busy, retry }: SessionUnknownProps) {
  usePageTitle(CHECK_FAILED.title)
  return (
    <main className={styles.whole}>
      <ErrorState
        level={1}
        icon={<CircleAlert />}
        {...CHECK_FAILED}
        actions={
          <Button variant="primary" onClick={retry} disabled={busy}>
            {busy ? 'Checking...' : 'Retry'}
          </Button>
        }
      />
    </main>
  )
}
