import { toDataError } from '@rookies/data/errors'
import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Button, ButtonAnchor } from '../ui/button'
import styles from './screens.module.css'

/** Catches errors of a screen, and shows an error screen with buttons to continue. Navigating clears the error. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation()
  return (
    <Boundary
      place={key + pathname}
      onFault={(thrown) => log('error', 'learner portal', String(thrown), thrown)}
      fallback={(thrown) => <CrashScreen thrown={thrown} />}
    >
      {children}
    </Boundary>
  )
}

function CrashScreen({ thrown }: { thrown: unknown }) {
  const { code, message } = toDataError(thrown)

  useEffect(() => {
    // A part that failed to load because the connection was lost loads again when the connection returns.
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])

  return (
    <main className={`${styles.middle} ${styles.whole}`}>
      <ErrorState
        level={1}
        icon={<CircleAlert />}
        title="Unexpected Application Error!"
        message={message}
        actions={
          <>
            <Button variant="primary" onClick={() => location.reload()}>
              Reload
            </Button>
            <ButtonAnchor href="/">Return to Home</ButtonAnchor>
          </>
        }
        debug={{ code, path: location.pathname }}
      />
    </main>
  )
}
