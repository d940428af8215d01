import { challengePath } from '@rookies/data/access/factor-paths'
import { LIBRARY_PATH } from '@rookies/data/access/home'
import { acceptInvite, inviteAccepted } from '@rookies/data/invites/accept-invite'
import type { OpenInvite } from '@rookies/data/invites/invite-query'
import { inviteProof } from '@rookies/data/session/invite-proof'
import { type SessionUser, sessionQuery } from '@rookies/data/session/session-query'
import { signOut } from '@rookies/data/session/sign-out'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import { useSiteName } from '../../shared/use-site-name'
import { Button, ButtonLink } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { showError, showToast } from '../../ui/toast-store'
import { AuthFrame } from './auth-frame'
import { AuthLoading } from './auth-loading'
import { InviteClosed } from './invite-closed'
import { InviteDetails } from './invite-details'
import { InviteFailed } from './invite-failed'
import { authPath, INVITE_SHOWN, invitePath } from './paths'
import { useGuardedAttempt } from './use-guarded-attempt'
import { useInvite } from './use-invite'

/** The screen behind an invite's link: `/invite/{token}` and `/accept-invite?token=` (rules/invites#invite-screen). */
export default function InvitePage() {
  const { token: inPath } = useParams()
  const [params] = useSearchParams()
  const token = inPath ?? params.get('token') ?? ''
  const session = useQuery(sessionQuery(useData()))
  const invite = useInvite(token)
  const proven = inviteProof(token) !== undefined
  const user = session.data ?? null

  if (session.isPending || invite.isPending) {
    return <AuthLoading title="Invite" label="Looking up your invite..." />
  }
  if (invite.isError) return <InviteFailed error={invite.error} retry={() => invite.refetch()} />
  if (invite.data.state !== 'ACTIVE') {
    return <InviteClosed state={invite.data.state} signedIn={user !== null} />
  }
  return <OpenInviteScreen token={token} invite={invite.data} proven={proven} user={user} />
}

interface OpenInviteProps {
  token: string
  invite: OpenInvite
  /** True if the link of the mail was opened, and not a copied one. */
  proven: boolean
  user: SessionUser | null
}

function OpenInviteScreen({ token, invite, proven, user }: OpenInviteProps) {
  const site = useSiteName()
  const boot = useBoot()
  const state = boot?.account?.state
  const waits = state === 'SECOND_FACTOR'
  // Until the settings have loaded, the screen says that the email must be confirmed, so that it promises nothing
  // false.
  const confirms = boot?.settings.require_email_verification !== false && !proven
  const whose = user ? (invite.mine ? 'mine' : 'other') : 'visitor'
  return (
    <AuthFrame
      title={
        invite.name === null
          ? `You're invited to ${site}`
          : `${invite.name}, you're invited to ${site}`
      }
      pageTitle="Invite"
      lead={lead(invite, whose, user ? state === 'UNVERIFIED' : confirms)}
      step={whose}
    >
      <InviteDetails invite={invite} />
      {whose === 'mine' && <Mine token={token} invite={invite} waits={waits} />}
      {whose === 'other' && <WrongAccount user={user} invite={invite} />}
      {whose === 'visitor' && (
        <div className={styles.row}>
          <ButtonLink
            variant="primary"
            to={authPath('/signup', { token })}
            state={{ [INVITE_SHOWN]: true }}
          >
            Create your account
          </ButtonLink>
          <ButtonLink to={authPath('/login', { from: invitePath(token) })}>Log in</ButtonLink>
        </div>
      )}
    </AuthFrame>
  )
}

interface MineProps {
  token: string
  invite: OpenInvite
  /** True if the account has to pass its second factor first. */
  waits: boolean
}

function Mine({ token, invite, waits }: MineProps) {
  if (invite.withheld?.all) {
    return (
      <ButtonLink variant="primary" to={LIBRARY_PATH}>
        Go to your library
      </ButtonLink>
    )
  }
  if (waits) {
    return (
      <ButtonLink variant="primary" to={challengePath(invitePath(token))}>
        Confirm it's you
      </ButtonLink>
    )
  }
  return <Accept token={token} invite={invite} />
}

/** Returns the sentence about what the person gets and what they have to do for it. */
function lead(invite: OpenInvite, whose: 'mine' | 'other' | 'visitor', confirms: boolean): string {
  if (invite.withheld?.all) {
    return whose === 'visitor' ? 'You can still sign up.' : 'There is nothing left to accept.'
  }
  if (whose === 'other') return 'It is for another address.'
  if (invite.cohort) {
    return confirms
      ? `Accept and confirm your email address to join ${invite.cohort.title}.`
      : `Accept to join ${invite.cohort.title}.`
  }
  const courses = invite.courses.length > 0
  if (!confirms) {
    return courses ? 'Accept to get your courses in your library at once.' : 'Accept to join.'
  }
  return courses
    ? 'Accept and confirm your email address to get your courses in your library.'
    : 'Accept and confirm your email address to join.'
}

function Accept({ token, invite }: { token: string; invite: OpenInvite }) {
  const client = useData()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { busy, refusal, attempt } = useGuardedAttempt()

  const accept = async () => {
    if (!(await attempt(() => acceptInvite(client, queries, token)))) return
    showToast({ tone: 'success', title: 'Invite accepted', message: inviteAccepted(invite) })
    navigate(LIBRARY_PATH, { replace: true })
  }

  return (
    <div className={styles.form}>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <Button writes variant="primary" onClick={accept} disabled={busy}>
        {busy ? 'Accepting...' : 'Accept invite'}
      </Button>
    </div>
  )
}

function WrongAccount({ user, invite }: { user: SessionUser | null; invite: OpenInvite }) {
  const client = useData()
  const queries = useQueryClient()
  const leave = () => signOut(client, queries).catch(() => showError('Failed to sign out'))
  return (
    <div className={styles.form}>
      <p>
        You are signed in as <strong>{user?.email}</strong>, but this invite is for{' '}
        <strong>{invite.email}</strong>. To use it here, sign out first.
      </p>
      <div className={styles.row}>
        <Button writes variant="primary" onClick={leave}>
          Sign out
        </Button>
        <ButtonLink to={LIBRARY_PATH}>Go to your library</ButtonLink>
      </div>
    </div>
  )
}
