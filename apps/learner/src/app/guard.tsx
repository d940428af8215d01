import { mayEnter } from '@rookies/data/access/account-state'
import { bootQuery, signOutReason } from '@rookies/data/access/boot'
import { challengePath } from '@rookies/data/access/factor-paths'
import { loginPath } from '@rookies/data/session/return-path'
import { sessionQuery } from '@rookies/data/session/session-query'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router-dom'
import type { AccountScreenProps } from '../features/auth/account-screen'
import { useData } from '../shared/data-context'
import { LazyPart, usePart } from '../shared/lazy-part'
import { SessionUnknown } from '../shared/session-unknown'
import { signOutDestination } from '../shared/sign-out-destination'
import { useSiteName } from '../shared/use-site-name'
import { Spinner } from '../ui/spinner'
import { RejectedSession } from './rejected-session'
import { Shell } from './shell'

const accountScreen = new LazyPart<AccountScreenProps>(async () => ({
  default: (await import('../features/auth/auth-routes')).account,
}))

/**
 * Protects the members' area: checks the session, sends visitors to sign in and remembers the address that they
 * requested, and tells people whose account may not enter why. If the session check gets no answer, nobody is
 * redirected. The content does not wait for the account, because the database itself refuses what the account may not
 * read.
 */
export function Guard() {
  const client = useData()
  const session = useQuery(sessionQuery(client))
  const { data: boot, error } = useQuery(bootQuery(client))
  const site = useSiteName()
  const here = useLocation()
  const account = boot?.account
  const refused = Boolean(account && !mayEnter(account))
  const AccountScreen = usePart(accountScreen, refused)

  // During a retry the query is pending again. The error screen stays, so that its Retry button keeps the focus.
  if (session.data === undefined && session.errorUpdateCount > 0) {
    return <SessionUnknown busy={session.isFetching} retry={() => session.refetch()} />
  }
  if (session.isPending) {
    return (
      <main>
        <h1>
          <VisuallyHidden>{site}</VisuallyHidden>
        </h1>
        <Spinner label="Verifying authentication..." />
      </main>
    )
  }
  const path = here.pathname + here.search
  if (!session.data) return <Navigate to={signOutDestination.to ?? loginPath(path)} replace />
  const why = signOutReason(boot, error)
  if (why) return <RejectedSession why={why} />
  if (account?.state === 'SECOND_FACTOR') {
    return <Navigate to={challengePath(path)} replace />
  }
  if (account && refused) {
    return AccountScreen && <AccountScreen account={account} settings={boot.settings} />
  }
  return <Shell key={session.data.id} />
}
