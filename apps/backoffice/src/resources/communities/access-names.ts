import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'

/** Labels of the access types. */
export const ACCESS_NAMES: Record<ManagedCommunity['access'], string> = {
  FREE: 'Free',
  COURSE: 'Course',
  PAID: 'Paid',
  INVITE: 'Invite',
}

/** Sentences that say whom each access type lets in (rules/communities#community-form). */
export const ACCESS_DESCRIPTIONS: Record<ManagedCommunity['access'], string> = {
  FREE: 'Anyone may join.',
  COURSE: 'People with access to a course may join.',
  PAID: 'People who have bought it may join.',
  INVITE: 'Only people that an administrator adds.',
}
