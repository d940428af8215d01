import { coursePath } from '@rookies/data/course-viewing/paths'
import type { OpenInvite } from '@rookies/data/invites/invite-query'
import { sessionQuery } from '@rookies/data/session/session-query'
import { useQuery } from '@tanstack/react-query'
import { DoorClosed } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import { useSiteName } from '../../shared/use-site-name'
import { ButtonAnchor, ButtonLink } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { AuthFrame } from './auth-frame'
import { AuthLoading } from './auth-loading'
import { AuthNotice } from './auth-notice'
import { ConfirmEmail, type PendingSignUp } from './confirm-email'
import { InviteClosed } from './invite-closed'
import { InviteDetails } from './invite-details'
import { InviteFailed } from './invite-failed'
import { authPath, cohortLinkPath, INVITE_SHOWN, invitePath } from './paths'
import { SignUpForm } from './sign-up-form'
import { useInvite } from './use-invite'
import { useRedirectSignedIn } from './use-redirect-signed-in'

/** Signs up a visitor, with or without an invite (rules/accounts#sign-up-then-in). */
export default function SignUpPage() {
  const [params] = useSearchParams()
  const token = params.get('token')
  const cohort = params.get('cohort')
  if (token) return <InvitedSignUp key={token} token={token} />
  return cohort ? <SignUpByLink token={cohort} /> : <OpenSignUp />
}

/** Signs up a person who joins a cohort by its link, also while registration is off (rules/cohorts#link). */
function SignUpByLink({ token }: { token: string }) {
  const redirecting = useRedirectSignedIn(true, cohortLinkPath(token))
  return <Register redirecting={redirecting} cohortToken={token} />
}

function OpenSignUp() {
  const redirecting = useRedirectSignedIn()
  const settings = useBoot()?.settings
  if (settings?.allow_registration === false && !redirecting) {
    return <Closed contact={settings.contact_email} />
  }
  return <Register redirecting={redirecting} />
}

function InvitedSignUp({ token }: { token: string }) {
  const user = useQuery(sessionQuery(useData()))
  const answer = useInvite(token)
  // The invite is stored at the first attempt: a successful attempt redeems it, and the screen still shows it
  // afterwards.
  const [storedInvite, setStoredInvite] = useState<OpenInvite | null>(null)
  const landing = storedInvite?.opens ? coursePath(storedInvite.opens) : null
  const redirecting = useRedirectSignedIn(storedInvite !== null, landing)

  if (user.data && !storedInvite) return <Navigate to={invitePath(token)} replace />
  const invite = storedInvite ?? (answer.data?.state === 'ACTIVE' ? answer.data : null)
  if (invite && !user.isPending) {
    return (
      <Register
        redirecting={redirecting}
        token={token}
        invite={invite}
        onTry={() => setStoredInvite(invite)}
      />
    )
  }
  if (answer.isError) return <InviteFailed error={answer.error} retry={() => answer.refetch()} />
  if (answer.data && answer.data.state !== 'ACTIVE') {
    return <InviteClosed state={answer.data.state} signedIn={false} />
  }
  return <AuthLoading title="Sign Up" label="Looking up your invite..." />
}

interface RegisterProps {
  redirecting: boolean
  token?: string
  cohortToken?: string
  invite?: OpenInvite
  onTry?: () => void
}

function Register({ redirecting, token, cohortToken, invite, onTry }: RegisterProps) {
  const site = useSiteName()
  const [params] = useSearchParams()
  const { state } = useLocation()
  const otherwise = cohortToken ? cohortLinkPath(cohortToken) : null
  const from = params.get('from') ?? (invite?.opens ? coursePath(invite.opens) : otherwise)
  const [signedUp, setSignedUp] = useState<PendingSignUp | null>(null)

  if (signedUp) return <ConfirmEmail signUp={signedUp} from={from} />
  return (
    <AuthFrame
      title="Create your account"
      pageTitle="Sign Up"
      lead={invite ? `Your invite to ${site} is waiting.` : `Join ${site} and start learning.`}
      step="form"
    >
      {invite && !state?.[INVITE_SHOWN] && <InviteDetails invite={invite} />}
      <SignUpForm
        redirecting={redirecting}
        token={token}
        email={invite?.email}
        name={invite?.name}
        cohortToken={cohortToken}
        from={from}
        onTry={onTry}
        onUnconfirmed={setSignedUp}
      />
      <p className={styles.after}>
        Already have an account?{' '}
        <Link to={authPath('/login', { from: token ? invitePath(token) : from })}>Log in</Link>
      </p>
    </AuthFrame>
  )
}

function Closed({ contact }: { contact: string }) {
  return (
    <AuthNotice
      icon={<DoorClosed />}
      title="Registration is closed"
      pageTitle="Sign Up"
      actions={
        <>
          <ButtonLink variant="primary" to="/login">
            Log in
          </ButtonLink>
          {contact && <ButtonAnchor href={`mailto:${contact}`}>Ask for an invite</ButtonAnchor>}
        </>
      }
    >
      <p>
        You need an invite to sign up. If you have one, open the link in the email that brought it.
      </p>
    </AuthNotice>
  )
}
