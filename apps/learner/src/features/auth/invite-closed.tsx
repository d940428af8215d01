import { LIBRARY_PATH } from '@rookies/data/access/home'
import { closedNotice } from '@rookies/data/invites/closed-notice'
import type { ClosedState } from '@rookies/data/invites/invite-query'
import { TicketX } from 'lucide-react'
import { useBoot } from '../../shared/use-boot'
import { ButtonLink } from '../../ui/button'
import { AuthNotice } from './auth-notice'

interface InviteClosedProps {
  state: ClosedState
  signedIn: boolean
}

/** Shown for an invite that cannot be accepted: says why, and offers a way on (rules/invites#invite-screen). */
export function InviteClosed({ state, signedIn }: InviteClosedProps) {
  const { title, message } = closedNotice(state)
  const open = useBoot()?.settings.allow_registration !== false
  return (
    <AuthNotice
      icon={<TicketX />}
      title={title}
      pageTitle="Invite"
      actions={
        signedIn ? (
          <ButtonLink variant="primary" to={LIBRARY_PATH}>
            Go to your library
          </ButtonLink>
        ) : (
          <>
            <ButtonLink variant="primary" to="/login">
              Log in
            </ButtonLink>
            {open && state !== 'REDEEMED' ? (
              <ButtonLink to="/signup">Sign up without an invite</ButtonLink>
            ) : (
              <ButtonLink to="/">Return to Home</ButtonLink>
            )}
          </>
        )
      }
    >
      <p>{message}</p>
    </AuthNotice>
  )
}
