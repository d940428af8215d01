import { reads } from '../records/named'
import { countInvites, type InviteChange } from './change-invites'

export const INVITE_READS = reads([], {
  'invites/count':
    () =>
    (client, { act, audience }: Pick<InviteChange, 'act' | 'audience' | 'operationId'>) =>
      countInvites(client, { act, audience }),
})
