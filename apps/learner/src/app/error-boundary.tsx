import { toDataError } from '@rookies/data/errors'
import { log } from '@rookies/data/logs/log'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button, ButtonAnchor } from '../ui/button'
import styles from './screens.module.css'

interface Props {
  children: ReactNode
}

/** The last net: whatever a screen throws ends here, with a way on (product §2). */
export class ErrorBoundary extends Component<Props, { thrown: unknown }> {
  override state = { thrown: null }

  static getDerivedStateFromError(thrown: unknown) {
    return { thrown }
  }

  override componentDidCatch(thrown: unknown) {
    log('error', 'learner portal', String(thrown), thrown)
    // What was missing because of a lost connection comes back with it.
    addEventListener('online', () => location.reload())
  }

  override render() {
    const { thrown } = this.state
    if (thrown === null) return this.props.children
    const { code, message, details } = toDataError(thrown)
    return (
      <main className={`${styles.middle} ${styles.whole}`}>
        <ErrorState
          level={1}
          icon={<TriangleAlert />}
          title="Unexpected Application Error!"
          message={message}
          actions={
            <>
              <Button look="primary" onClick={() => location.reload()}>
                Reload
              </Button>
              <ButtonAnchor href="/">Return to Home</ButtonAnchor>
            </>
          }
          debug={{ code, ...(details && { details }), path: location.pathname }}
        />
      </main>
    )
  }
}
