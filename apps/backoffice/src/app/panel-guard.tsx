import { accountNotice } from '@rookies/data/access/account-state'
import { type Boot, bootQuery } from '@rookies/data/access/boot'
import { can } from '@rookies/data/access/can'
import { LIBRARY_PATH } from '@rookies/data/access/home'
import { DEFAULT_ERROR_MESSAGE, toDataError } from '@rookies/data/errors'
import { sessionQuery } from '@rookies/data/session/session-query'
import { signOut } from '@rookies/data/session/sign-out'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { Notice } from '../ui/notice'
import { useBackend } from './backend'
import { leaveForLogin } from './leave'
import { PanelLoading } from './panel-loading'
import { type Person, PersonContext } from './person'
import { SignOutButton } from './sign-out-button'

/**
 * Lets into the back-office whoever may enter it (decisions §3): a visitor is taken to sign in and
 * comes back, an account that is kept out is told why, everybody else gets Access Denied and a way
 * back to the library. The database decides again on every request.
 */
export function PanelGuard() {
  const { client } = useBackend()
  const session = useQuery(sessionQuery(client))
  const signedIn = Boolean(session.data)
  const boot = useQuery({ ...bootQuery(client), enabled: signedIn })

  if (session.isPending) return <PanelLoading />
  if (!signedIn) return <ToLogin />
  if (boot.isPending) return <PanelLoading />
  if (boot.isError) {
    if (toDataError(boot.error).status === 401) return <ToLogin expired />
    return (
      <Notice
        title="Error"
        message={DEFAULT_ERROR_MESSAGE}
        actions={
          <Button type="primary" loading={boot.isFetching} onClick={() => boot.refetch()}>
            Try Again
          </Button>
        }
      />
    )
  }
  return <PanelDoor boot={boot.data} />
}

function PanelDoor({ boot }: { boot: Boot }) {
  const { account, permissions, settings } = boot
  if (!account) return <ToLogin />

  const notice = accountNotice(account, settings)
  if (notice) return <Notice {...notice} actions={<SignOutButton />} />

  if (!can(permissions, 'admin_panel', 'enter')) {
    return (
      <Notice
        title="Access Denied"
        message="You don't have permission to access the admin panel"
        actions={
          <Button type="primary" href={LIBRARY_PATH}>
            Back to Library
          </Button>
        }
      />
    )
  }

  const person: Person = { account, permissions, settings }
  return (
    <PersonContext value={person}>
      <Outlet />
    </PersonContext>
  )
}

/**
 * Leaves for the sign-in screen, and shows the same spinner until the page is gone. A session that the
 * server does not know any more is put away first, or the sign-in screen would send it back here.
 */
function ToLogin({ expired = false }: { expired?: boolean }) {
  const { client, queries } = useBackend()
  useEffect(() => {
    const putAway = expired ? signOut(client, queries).catch(() => undefined) : Promise.resolve()
    putAway.then(leaveForLogin)
  }, [expired, client, queries])
  return <PanelLoading />
}
