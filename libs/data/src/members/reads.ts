import { byId, reads } from '../records/named'
import { countAccess } from './bulk-access'
import { membersByAddress } from './members-by-address'
import { readPersonAccess, readPersonLessons } from './person-access'
import {
  readPersonCommunities,
  readPersonInvites,
  readPersonPurchases,
  readPersonRecords,
  readPersonSessions,
} from './person-lists'

export const MEMBER_READS = {
  ...reads([], {
    'access/count': () => countAccess,
    'profiles/by_address':
      () =>
      (client, { addresses }: { addresses: readonly string[] }, signal) =>
        membersByAddress(client, addresses, signal),
    /** These imports are dynamic, because impacts are needed only in dialogs. */
    'profiles/disable_impact': async () =>
      byId((await import('../impact/person-impact')).readDisableImpact),
    'profiles/role_impact': async () => (await import('../impact/person-impact')).readRoleImpact,
  }),
  ...reads(['profiles'], {
    'profiles/access': () => readPersonAccess,
    'profiles/communities': () => readPersonCommunities,
    'profiles/invites': () => readPersonInvites,
    'profiles/lessons': () => readPersonLessons,
    'profiles/purchases': () => readPersonPurchases,
    'profiles/records': () => readPersonRecords,
    'profiles/sessions': () => readPersonSessions,
  }),
}
