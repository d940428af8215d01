import { useInvalidate } from '@refinedev/core'
import { toDataError } from '@rookies/data/errors'
import type { SentInvite } from '@rookies/data/invites/invite-list'
import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import {
  cancelInvite,
  mailInvite,
  mailOutcomeText,
  resendInvite,
} from '@rookies/data/invites/send-invite'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'
import { useDashboardChanged } from '../../app/use-dashboard-changed'
import type { LinkToPassOn } from './link-dialog'
import { useCopyLink } from './use-invite-link'

/** Reads again what lists and counts invites. */
export function useInvitesChanged() {
  const dashboardChanged = useDashboardChanged()
  const invalidate = useInvalidate()
  return useCallback(
    () =>
      Promise.all([invalidate({ resource: 'invites', invalidates: ['list'] }), dashboardChanged()]),
    [invalidate, dashboardChanged],
  )
}

/** Copy Link, resend and cancel; cancelling asks first. */
export function useInviteActs() {
  const { client, functions } = useBackend()
  const toasts = useToasts()
  const changed = useInvitesChanged()
  const copyOrFail = useCopyLink()
  const [asked, ask] = useState<SentInvite | null>(null)
  const [link, setLink] = useState<LinkToPassOn | null>(null)

  const resend = useMutation({
    mutationFn: async ({ id }: SentInvite) => {
      const invite = await resendInvite(client, id)
      return { invite, mailing: await mailInvite(functions, id) }
    },
    onSuccess: ({ invite: { email, token }, mailing }) => {
      const reason = mailOutcomeText(mailing, email)
      if (mailing.state === 'SENT') {
        toasts.succeeded({ title: INVITE_TOASTS.resent.text, text: reason })
      } else {
        setLink({ title: 'The invite is open again', email, token, reason })
      }
    },
    onError: (error) => {
      const { hint, message } = toDataError(error)
      toasts.failed(hint ? { title: 'Error', text: message } : INVITE_TOASTS.resendFailed)
    },
    onSettled: changed,
  })

  const cancel = useMutation({
    mutationFn: ({ id }: SentInvite) => cancelInvite(client, id),
    onSuccess: () => toasts.succeeded(INVITE_TOASTS.cancelled),
    onError: (error) => {
      const { hint, message } = toDataError(error)
      toasts.failed(hint ? { title: 'Error', text: message } : INVITE_TOASTS.cancelFailed)
    },
    onSettled: async (_, __, invite) => {
      await changed()
      // By now another question may stand where this one stood.
      ask((now) => (now === invite ? null : now))
    },
  })

  const copy = async ({ email, token }: SentInvite) => {
    if (token === null || (await copyOrFail(token))) return
    setLink({ title: 'Invite link', email, token, reason: INVITE_TOASTS.copyFailed.text })
  }

  return {
    copy,
    resend: (invite: SentInvite) => resend.mutate(invite),
    resending: resend.isPending ? resend.variables.id : null,
    asked,
    ask,
    confirm: () => asked && cancel.mutate(asked),
    close: useCallback(() => ask(null), []),
    busy: cancel.isPending,
    link,
    closeLink: useCallback(() => setLink(null), []),
  }
}
