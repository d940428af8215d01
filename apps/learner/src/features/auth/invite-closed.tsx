import { closedNotice } from '@rookies/data/invites/closed-notice'
import type { ClosedState } from '@rookies/data/invites/invite-query'
import { useBoot } from '../../shared/use-boot'
import { ButtonLink } from '../../ui/button'
import { LinkClosed } from './link-closed'

interface InviteClosedProps {
  state: ClosedState
  signedIn: boolean
}

/** Says why an invite cannot be accepted, and links to where the person can continue (rules/invites#invite-screen). */
export function InviteClosed({ state, signedIn }: InviteClosedProps) {
  const { title, message } = closedNotice(state)
  const open = useBoot()?.settings.allow_registration !== false
  return (
    <LinkClosed
      title={title}
      pageTitle="Invite"
      signedIn={signedIn}
      {...(open &&
        state !== 'REDEEMED' &&
        state !== 'FULL' && {
          otherwise: <ButtonLink to="/signup">Sign up without an invite</ButtonLink>,
        })}
    >
      <p>{message}</p>
    </LinkClosed>
  )
}
