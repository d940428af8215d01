import { acceptInvite, inviteAccepted, inviteOffer } from '@rookies/data/invites/accept-invite'
import type { PendingInviteData } from '@rookies/data/invites/open-invite-query'
import { authMessage } from '@rookies/data/session/auth-message'
import { useQueryClient } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { useId } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import styles from './pending-invite.module.css'

interface PendingInviteProps {
  invite: PendingInviteData
  onLater: () => void
}

/** Offers a pending invite. The offer covers a part of the page, so that no card moves when it appears. */
export default function PendingInvite({ invite, onLater }: PendingInviteProps) {
  const client = useData()
  const queries = useQueryClient()
  const id = useId()
  const { busy, refusal, attempt } = useAttempt(authMessage)

  const accept = async () => {
    if (!(await attempt(() => acceptInvite(client, queries, invite.token)))) return
    showToast({ tone: 'success', title: 'Invite accepted', message: inviteAccepted(invite) })
  }

  return (
    <section aria-labelledby={id} className={styles.offer} data-edge="bottom">
      <span className={styles.icon} aria-hidden="true">
        <MailOpen />
      </span>
      <div className={styles.text} role="status">
        <h2 id={id} className={styles.title}>
          You have an invite
        </h2>
        <p>{inviteOffer(invite)}</p>
      </div>
      {refusal && (
        <div className={styles.refusal}>
          <Refusal id={`${id}-refusal`} message={refusal.message} />
        </div>
      )}
      <div className={styles.actions}>
        <Button writes variant="primary" small onClick={accept} disabled={busy}>
          {busy ? 'Accepting...' : 'Accept'}
        </Button>
        <Button small onClick={onLater} disabled={busy}>
          Not now
        </Button>
      </div>
    </section>
  )
}
