import { sessionsQuery } from '@rookies/data/account/sessions-query'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import formStyles from './profile-form.module.css'
import { Section } from './section'
import { SessionRow } from './session-row'
import styles from './sessions-section.module.css'
import { useEndSessions } from './use-end-sessions'

/** Lists the person's devices, and signs out one, the others, or all. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery(useData()))
  const { ending, endOne, endOthers, endAll } = useEndSessions()
  const [asking, setAsking] = useState(false)
  const others = sessions.data?.filter((session) => !session.current) ?? []

  return (
    <Section
      title="Where you are signed in"
      lead="A device that you sign out here loses access at once."
    >
      {sessions.data ? (
        <ul className={styles.list}>
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={ending === session.id}
              onEnd={() => endOne(session)}
            />
          ))}
        </ul>
      ) : sessions.isError ? (
        <div role="alert" className={styles.failed}>
          <p>Your devices could not be loaded.</p>
          <Button small onClick={() => sessions.refetch()} disabled={sessions.isFetching}>
            Try Again
          </Button>
        </div>
      ) : (
        <div role="status" aria-label="Loading your devices">
          <Skeleton className={styles.ghost} />
        </div>
      )}
      <div className={`${formStyles.actions} ${styles.all}`}>
        {others.length > 0 && (
          <Button writes onClick={endOthers} disabled={ending !== null}>
            {ending === 'others' ? 'Signing out...' : 'Sign out other devices'}
          </Button>
        )}
        <Button onClick={() => setAsking(true)} disabled={ending !== null}>
          {ending === 'all' ? 'Signing out...' : 'Sign out everywhere'}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirm="Sign out everywhere"
          onConfirm={endAll}
          onClose={() => setAsking(false)}
        >
          <p>This signs you out on every device, including this one.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
