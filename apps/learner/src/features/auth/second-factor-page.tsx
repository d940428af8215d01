import { bootQuery } from '@rookies/data/access/boot'
import { enrolmentPath } from '@rookies/data/access/factor-paths'
import { refreshPermissions } from '@rookies/data/factors/confirm-code'
import { loginPath } from '@rookies/data/session/return-path'
import { sessionQuery } from '@rookies/data/session/session-query'
import { signOut } from '@rookies/data/session/sign-out'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { SessionUnknown } from '../../shared/session-unknown'
import { Button } from '../../ui/button'
import { showError, showToast } from '../../ui/toast-store'
import { AuthLoading } from './auth-loading'
import { SecondFactor } from './second-factor'
import { useRedirectSignedIn } from './use-redirect-signed-in'

const TITLE = 'Two-Factor Authentication'

/**
 * Asks an account with a second factor for a code after the sign-in. The database itself refuses everything until
 * the code was right.
 */
export default function SecondFactorPage() {
  const client = useData()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const from = params.get('from')
  const user = useQuery(sessionQuery(client))
  const account = useQuery(bootQuery(client)).data?.account
  const [enrolling, setEnrolling] = useState(false)
  useRedirectSignedIn(!enrolling)

  if (user.data === undefined && user.errorUpdateCount > 0) {
    return <SessionUnknown busy={user.isFetching} retry={() => user.refetch()} />
  }
  if (user.data === null) return <Navigate to={loginPath(from)} replace />
  if (account?.state !== 'SECOND_FACTOR') return <AuthLoading title={TITLE} label="Logging in..." />

  const enrolAgain = async () => {
    setEnrolling(true)
    await refreshPermissions(queries)
    showToast({
      tone: 'success',
      title: 'You are logged in',
      message: 'Your authenticator app was removed. Please set one up again.',
    })
    navigate(enrolmentPath(from), { replace: true })
  }
  const leave = () => signOut(client, queries).catch(() => showError('Failed to sign out'))

  return (
    <SecondFactor
      client={client}
      title="Confirm it's you"
      pageTitle={TITLE}
      lead="Enter the code that your authenticator app shows for this account."
      onShown={() => refreshPermissions(queries)}
      onReset={enrolAgain}
    >
      <p>
        Signing in as {account.email}{' '}
        <Button variant="quiet" small onClick={leave}>
          Sign out
        </Button>
      </p>
    </SecondFactor>
  )
}
