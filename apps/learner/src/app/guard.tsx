import { accountNotice } from '@rookies/data/access/account-state'
import { loginPath } from '@rookies/data/access/return-path'
import { sessionQuery } from '@rookies/data/session/session-query'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router-dom'
import { useData } from '../shared/data-context'
import { useBoot } from '../shared/use-boot'
import { Spinner } from '../ui/spinner'
import { AccountScreen } from './account-screen'
import { departure } from './departure'
import { Shell } from './shell'

/**
 * In front of the members' area (product §2 and §6): checks the session, sends visitors to sign in
 * and remembers where they were headed, and shows accounts that may not enter why not. Content does
 * not wait for the account: the database refuses for itself, and the answer is on its way.
 */
export function Guard() {
  const session = useQuery(sessionQuery(useData()))
  const boot = useBoot()
  const here = useLocation()

  if (session.isPending) return <Spinner label="Verifying authentication..." />
  if (!session.data) {
    const from = departure.deliberate ? null : here.pathname + here.search + here.hash
    return <Navigate to={loginPath(from)} replace />
  }

  const notice = boot?.account ? accountNotice(boot.account, boot.settings) : null
  if (boot?.account && notice) return <AccountScreen account={boot.account} notice={notice} />
  return <Shell key={session.data.id} />
}
