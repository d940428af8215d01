import { Button } from 'antd'
import { useCallback, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { Modal } from './modal'
import { isSignInDue } from './sign-in-due'

interface LeaveGuardProps {
  when: boolean
  /** Called when the person leaves without saving. */
  onLeave?: () => void
  /** Whether the address opens the dialog with the changes, so that Back would close it. */
  back?: boolean
}

/**
 * Protects unsaved changes (rules/interface#nothing-lost): asks before another screen of the panel opens, and lets
 * the browser ask before the page is closed.
 */
export function LeaveGuard({ when, back = false, onLeave }: LeaveGuardProps) {
  // The router uses only the newest blocker, so a guard without unsaved changes must not register one.
  return when && <Guard back={back} onLeave={onLeave} />
}

function Guard({ back, onLeave }: { back: boolean; onLeave: (() => void) | undefined }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      currentLocation.pathname !== nextLocation.pathname ||
      (back && historyAction === 'POP' && currentLocation.search !== nextLocation.search),
  )
  const { reset } = blocker
  const stay = useCallback(() => reset?.(), [reset])

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isSignInDue()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [])

  return (
    <Modal
      open={blocker.state === 'blocked'}
      title="Unsaved changes"
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>Stay on This Page</Button>
          <Button
            danger
            onClick={() => {
              onLeave?.()
              blocker.proceed?.()
            }}
          >
            Leave Without Saving
          </Button>
        </>
      }
    >
      <p>You have changes that are not saved yet. They are lost if you leave this page.</p>
    </Modal>
  )
}
