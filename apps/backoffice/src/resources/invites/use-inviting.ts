import { useCreate } from '@refinedev/core'
import { DEFAULT_ROLE, type Role } from '@rookies/data/access/roles'
import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import {
  type CreatedInvite,
  type MailOutcome,
  mailInvite,
  mailOutcomeText,
  type NewInvite,
} from '@rookies/data/invites/send-invite'
import { memberByAddress } from '@rookies/data/members/member-by-address'
import type { Member } from '@rookies/data/members/member-list'
import type { RequestError } from '@rookies/data/refine/request-error'
import type { Created } from '@rookies/data/refine/resource-rules'
import { readEmail } from '@rookies/data/session/email'
import { Form } from 'antd'
import { useCallback, useState } from 'react'
import { useBackend } from '../../app/backend'
import { useMay } from '../../app/may'
import { useToasts } from '../../app/toasts'
import { useReadAgainOf } from '../../app/use-read-again'
import { useSavedForm } from '../../kit/saved-form'
import type { LinkToPassOn } from './link-dialog'
import { copyLink } from './use-invite-link'

/** The values of the invite form. */
export interface InviteValues {
  email: string
  role: Role
  courseIds: readonly string[]
  cohortId: string | null
  days: number | null
}

export const EMPTY_INVITE: InviteValues = {
  email: '',
  role: DEFAULT_ROLE,
  courseIds: [],
  cohortId: null,
  days: null,
}

/** The result: the person is already a member, or an invite was created, with whether its mail was sent. */
type Outcome =
  | { member: Member; invite: NewInvite }
  | { member: null; made: CreatedInvite; copied: boolean; mailing: MailOutcome }

interface Inviting {
  /** Key of the stored draft of this form. */
  draftOf: string
  /** Title of the toast. */
  title: string
  /** Whether the link is also copied to the clipboard. */
  copies: boolean
  onInvited: () => void
}

/** The member to whom the email belongs. */
export interface AlreadyThere {
  member: Member
  invite: NewInvite
}

/**
 * Invites one person. If the person is already a member and the inviter may know that, it asks first. Reports whether
 * the mail was sent, and shows the link if it could be neither mailed nor copied.
 */
export function useInviting({ draftOf, title, copies, onInvited }: Inviting) {
  const { client, functions } = useBackend()
  const mayList = useMay('profiles', 'list')
  const toasts = useToasts()
  const changed = useReadAgainOf('invites')
  const [form] = Form.useForm<InviteValues>()
  const [link, setLink] = useState<LinkToPassOn | null>(null)
  const [already, setAlready] = useState<AlreadyThere | null>(null)
  const { mutateAsync: create } = useCreate<CreatedInvite, RequestError, Created<NewInvite>>({
    resource: 'invites',
    successNotification: false,
    errorNotification: false,
    invalidates: [],
  })

  const clear = useCallback(() => {
    form.resetFields()
    onInvited()
  }, [form, onInvited])

  const saved = useSavedForm<InviteValues & { anyway?: boolean }, Outcome>({
    form,
    draftOf,
    failed: INVITE_MESSAGES.createFailed,
    // One action with several requests, in this order: check, create, copy the link, mail.
    write: async ({ anyway = false, email, cohortId = null, days = null, ...gives }, id) => {
      const invite = { ...gives, cohortId, days, email: readEmail(email) }
      const member = !anyway && mayList ? await memberByAddress(client, invite.email) : null
      if (member) return { member, invite }
      const { data: made } = await create({ values: { id, ...invite } })
      const copied = copies && (await copyLink(made.token))
      return { member: null, made, copied, mailing: await mailInvite(functions, made.id) }
    },
    onSaved: (outcome) => {
      // Nothing has changed, so the list is not refetched.
      if (outcome.member) return setAlready(outcome)
      void changed()
      const { made, copied, mailing } = outcome
      const { email, token } = made
      const reason = mailOutcomeText(mailing, email)
      const text = copied ? `${reason} The link is copied to the clipboard.` : reason
      if (mailing.state === 'SENT' && (copied || !copies)) toasts.succeeded({ title, text })
      else setLink({ title, email, token, reason: text })
    },
    // If the answer was lost, the invite may exist, so the list is read again.
    onFailed: () => void changed(),
    leave: ({ member }) => {
      if (!member) clear()
    },
  })

  const leave = useCallback(() => setAlready(null), [])
  return {
    saved,
    clear,
    link,
    closeLink: useCallback(() => setLink(null), []),
    already,
    leave,
    inviteAnyway: () => {
      if (!already) return
      leave()
      saved.save({ ...already.invite, anyway: true })
    },
  }
}
