import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import {
  createInvite,
  mailInvite,
  mailingWords,
  type NewInvite,
} from '@rookies/data/invites/send-invite'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'
import type { LinkToPassOn } from './link-dialog'
import { useInvitesChanged } from './use-invite-acts'
import { copyLink } from './use-invite-link'

interface Inviting {
  /** The toast's first line. */
  title: string
  /** Puts the link on the clipboard besides (product §8, of the moderators' input). */
  copies: boolean
  onInvited: () => void
}

/** Invites one person and says what became of the e-mail; where nothing took the link, it is shown. */
export function useInviting({ title, copies, onInvited }: Inviting) {
  const { client, functions } = useBackend()
  const toasts = useToasts()
  const changed = useInvitesChanged()
  const [link, setLink] = useState<LinkToPassOn | null>(null)

  const { mutate, isPending } = useMutation({
    mutationFn: async (invite: NewInvite) => {
      const made = await createInvite(client, invite)
      const copied = copies && (await copyLink(made.token))
      return { ...made, copied, mailing: await mailInvite(functions, made.id) }
    },
    onSuccess: ({ email, token, copied, mailing }) => {
      onInvited()
      const reason = mailingWords(mailing, email)
      const text = copied ? `${reason} The link is copied to the clipboard.` : reason
      if (mailing === 'SENT' && (copied || !copies)) toasts.succeeded({ title, text })
      else setLink({ title, email, token, reason: text })
    },
    onError: () => toasts.failed(INVITE_TOASTS.createFailed),
    onSettled: changed,
  })

  return { invite: mutate, busy: isPending, link, closeLink: useCallback(() => setLink(null), []) }
}
