import { acts, byId } from '../records/named'
import { checkInvites } from './import-invites'
import type { InviteLine } from './read-invite-list'
import { cancelInvite, mailInvite, resendInvite } from './send-invite'

export const INVITE_ACTS = {
  ...acts([], {
    'invites/check':
      () =>
      (client, { lines }: { lines: readonly InviteLine[] }) =>
        checkInvites(client, lines),
  }),
  ...acts(['invites'], {
    'invites/cancel': () => byId(cancelInvite),
    /** Renews the invite and mails it again. */
    'invites/resend':
      () =>
      async (client, { id }: { id: string }, _signal, { functions }) => ({
        invite: await resendInvite(client, id),
        mailing: await mailInvite(functions, id),
      }),
  }),
}
