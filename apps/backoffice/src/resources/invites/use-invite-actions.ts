import { INVITE_MESSAGES, type SentInvite } from '@rookies/data/invites/invite-list'
import { mailOutcomeText } from '@rookies/data/invites/send-invite'
import { useCallback, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useConfirmedAct } from '../../kit/use-confirmed-act'
import type { LinkToPassOn } from './link-dialog'
import { useCopyLink } from './use-invite-link'

/** Returns the actions on an invite: copying its link, resending, and cancelling, which asks first. */
export function useInviteActions() {
  const toasts = useToasts()
  const copyOrFail = useCopyLink()
  const [link, setLink] = useState<LinkToPassOn | null>(null)

  const resend = useAct({
    act: ({ id }: SentInvite) => ({ name: 'invites/resend', input: { id } }),
    failed: INVITE_MESSAGES.resendFailed,
    onSuccess: ({ invite: { email, token }, mailing }) => {
      const reason = mailOutcomeText(mailing, email)
      if (mailing.state === 'SENT') {
        toasts.succeeded({ title: INVITE_MESSAGES.resent.text, text: reason })
      } else {
        setLink({ title: 'The invite is open again', email, token, reason })
      }
    },
  })

  const cancelling = useConfirmedAct({
    act: ({ id }: SentInvite) => ({ name: 'invites/cancel', input: { id } }),
    done: INVITE_MESSAGES.cancelled,
    failed: INVITE_MESSAGES.cancelFailed,
  })

  const copy = async ({ email, token }: SentInvite) => {
    if (token === null || (await copyOrFail(token))) return
    setLink({ title: 'Invite link', email, token, reason: INVITE_MESSAGES.copyFailed.text })
  }

  return {
    copy,
    resend: (invite: SentInvite) => resend.mutate(invite),
    resending: (resend.isPending && resend.subject?.id) || null,
    cancelling,
    link,
    closeLink: useCallback(() => setLink(null), []),
  }
}
