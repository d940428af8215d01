import { useCan, useLogout } from '@refinedev/core'
import { type AccountNotice, accountNotice, panelNotice } from '@rookies/data/access/account-notice'
import { type Boot, signOutReason } from '@rookies/data/access/boot'
import { enrolmentPath } from '@rookies/data/access/factor-paths'
import { LIBRARY_PATH } from '@rookies/data/access/home'
import { canPersist } from '@rookies/data/device/persist'
import { DEFAULT_ERROR_MESSAGE, isTransient, toDataError } from '@rookies/data/errors'
import type { FlashName } from '@rookies/data/session/flash'
import { latestLeave } from '@rookies/data/session/leaving'
import { CHECK_FAILED, sessionQuery } from '@rookies/data/session/session-query'
import { signOut } from '@rookies/data/session/sign-out'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { lazyComponent } from '../ui/lazy-component'
import { Notice } from '../ui/notice'
import { useBackend } from './backend'
import { leaveFlash } from './flash'
import { leaveForChallenge, leaveForLogin } from './leave'
import { PanelLoading } from './panel-loading'
import type { Panel } from './panel-resource'
import { type Person, PersonContext } from './person'
import { useBoot } from './use-boot'

/**
 * Decides who may open the back-office (rules/access#denied-panel). A visitor signs in and returns, a person with a
 * second factor is asked for it, a person whose account is disabled reads why, and others without the right see Access
 * Denied with a link to the library. The database checks rights again on every request.
 */
export function PanelGuard({ panel }: { panel: Panel }) {
  const { client } = useBackend()
  // TanStack Query is used directly, because Refine's providers depend on the session, which both apps share.
  const session = useQuery(sessionQuery(client))
  const signedIn = Boolean(session.data)
  const boot = useBoot({ enabled: signedIn })

  // During a retry the query is pending again; the error screen stays, so that its button keeps the focus.
  if (session.data === undefined && session.errorUpdateCount > 0) {
    return (
      <Notice
        {...CHECK_FAILED}
        actions={
          <Button type="primary" loading={session.isFetching} onClick={() => session.refetch()}>
            Retry
          </Button>
        }
      />
    )
  }
  if (session.isPending) return <PanelLoading />
  if (!signedIn) return canPersist() ? <RedirectToLogin /> : <SignInOnPage />
  if (boot.isPending) return <PanelLoading />
  const why = signOutReason(boot.data, boot.error)
  if (why) return <RedirectToLogin why={why} />
  if (boot.isError) {
    const failure = toDataError(boot.error)
    if (failure.status === 401 && !isTransient(failure))
      return <RedirectToLogin why="session-ended" />
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
  return <PanelDoor boot={boot.data} panel={panel} />
}

function PanelDoor({ boot, panel }: { boot: Boot; panel: Panel }) {
  const { account, permissions, settings } = boot
  const { data: entry, isError } = useCan({ resource: `${panel}_panel`, action: 'enter' })
  if (!account) return <RedirectToLogin />

  if (account.state === 'SECOND_FACTOR')
    return canPersist() ? <RedirectToChallenge /> : <SignInOnPage code />

  const notice = accountNotice(account, settings)
  if (notice) return <Notice {...notice} actions={<SignOutButton />} />

  const missing = panelNotice(account)
  if (missing) return <FactorMissing {...missing} />

  if (!entry && !isError) return <PanelLoading />
  if (!entry?.can) {
    return (
      <Notice
        title="Access Denied"
        message={`You don't have permission to access the ${panel} panel`}
        reason={panel === 'moderator' ? 'Moderator or Admin access required' : undefined}
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

/** The button that signs out, for screens without the user menu. */
function SignOutButton() {
  const { mutate: signOut, isPending } = useLogout()
  return (
    <Button type="primary" loading={isPending} onClick={() => signOut()}>
      Sign Out
    </Button>
  )
}

/** Shown to staff without a second factor while the settings require one, with a link to the page that sets it up. */
function FactorMissing(notice: AccountNotice) {
  const { pathname, search } = useLocation()
  return (
    <Notice
      {...notice}
      actions={
        <>
          <Button type="primary" href={enrolmentPath(pathname + search)}>
            Set Up an Authenticator App
          </Button>
          <Button href={LIBRARY_PATH}>Back to Library</Button>
        </>
      }
    />
  )
}

const SignInHere = lazyComponent(
  () => import('./sign-in-here'),
  ({ SignInHere }) => SignInHere,
)

/** Signs in on this page if the browser cannot store a session; the session is then lost with the page. */
function SignInOnPage(step: { code?: boolean }) {
  return (
    <Suspense fallback={<PanelLoading />}>
      <SignInHere {...step} />
    </Suspense>
  )
}

/** Opens the portal's screen for the second factor, which returns to this page. */
function RedirectToChallenge() {
  useEffect(leaveForChallenge, [])
  return <PanelLoading />
}

/**
 * Opens the sign-in screen, and shows a spinner until this page is gone. An unusable session is deleted first, because
 * the sign-in screen would send a signed-in person back here. The sign-in screen shows the reason.
 */
function RedirectToLogin({ why }: { why?: FlashName }) {
  const { client, queries } = useBackend()
  useEffect(() => {
    if (!why) {
      // Signing out opens the sign-in screen itself. A second navigation could show the message on a page that is left
      // at once.
      const leaving = latestLeave(client.auth)
      if (leaving) void leaving.then(leaveForLogin)
      else leaveForLogin()
      return
    }
    leaveFlash(why)
    void signOut(client, queries)
      .catch(() => undefined)
      .then(leaveForLogin)
  }, [why, client, queries])
  return <PanelLoading />
}
