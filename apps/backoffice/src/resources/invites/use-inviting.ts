import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import {
  createInvite,
  mailInvite,
  mailOutcomeText,
  type NewInvite,
} from '@rookies/data/invites/send-invite'
import { memberByAddress } from '@rookies/data/members/member-by-address'
import type { Member } from '@rookies/data/members/member-list'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useBackend } from '../../app/backend'
import { useMay } from '../../app/may'
import { useToasts } from '../../app/toasts'
import type { LinkToPassOn } from './link-dialog'
import { useInvitesChanged } from './use-invite-acts'
import { copyLink } from './use-invite-link'

interface Inviting {
  /** The toast's first line. */
  title: string
  /** Puts the link on the clipboard besides. */
  copies: boolean
  onInvited: () => void
}

/** A person who was about to be invited and is a member already. */
export interface AlreadyThere {
  member: Member
  invite: NewInvite
}

/**
 * Invites one person, unless the inviter may know that they are a member already: then that is said
 * first. Says what became of the e-mail; where nothing took the link, it is shown.
 */
export function useInviting({ title, copies, onInvited }: Inviting) {
  const { client, functions } = useBackend()
  const mayList = useMay('profiles', 'list', {})
  const toasts = useToasts()
  const changed = useInvitesChanged()
  const [link, setLink] = useState<LinkToPassOn | null>(null)

  const [already, setAlready] = useState<AlreadyThere | null>(null)

  // Raw: one undertaking that asks, makes, copies the link and mails, in this order, is no single act.
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async ({ anyway, ...invite }: NewInvite & { anyway: boolean }) => {
      const member = !anyway && mayList ? await memberByAddress(client, invite.email) : null
      if (member) return { member, invite }
      const made = await createInvite(client, invite)
      const copied = copies && (await copyLink(made.token))
      return { member: null, made, copied, mailing: await mailInvite(functions, made.id) }
    },
    onSuccess: (outcome) => {
      // Nothing has changed: pressing again does not wait for the list.
      if (outcome.member) {
        setAlready(outcome)
        return
      }
      void changed()
      const { made, copied, mailing } = outcome
      const { email, token } = made
      onInvited()
      const reason = mailOutcomeText(mailing, email)
      const text = copied ? `${reason} The link is copied to the clipboard.` : reason
      if (mailing.state === 'SENT' && (copied || !copies)) toasts.succeeded({ title, text })
      else setLink({ title, email, token, reason: text })
    },
    onError: () => {
      toasts.failed(INVITE_TOASTS.createFailed)
      // An answer that was lost may have been a yes.
      void changed()
    },
  })

  const leave = useCallback(() => setAlready(null), [])
  return {
    invite: (invite: NewInvite) => mutate({ ...invite, anyway: false }),
    busy: isPending,
    failed: isError,
    link,
    closeLink: useCallback(() => setLink(null), []),
    already,
    leave,
    inviteAnyway: () => {
      if (!already) return
      leave()
      mutate({ ...already.invite, anyway: true })
    },
  }
}
