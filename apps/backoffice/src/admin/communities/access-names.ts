import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'

/** What each access type is called. */
export const ACCESS_NAMES: Record<ManagedCommunity['access'], string> = {
  FREE: 'Free',
  COURSE: 'Course',
  PAID: 'Paid',
  INVITE: 'Invite',
}

/** Whom each lets in, in a sentence (rules/communities#community-form). */
export const ACCESS_SENTENCES: Record<ManagedCommunity['access'], string> = {
  FREE: 'Anyone may join.',
  COURSE: 'Whoever has access to a course may join.',
  PAID: 'Whoever has bought it may join.',
  INVITE: 'Whoever is added by an administrator.',
}
