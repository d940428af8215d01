import type { Role } from '@rookies/data/access/roles'

/** What a person of each role may do, in a sentence (rules/access#role-table). */
export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  ADMIN: 'Administrators can do everything: courses, people, purchases, settings and records.',
  CREATOR: 'Creators build courses of their own while the settings let them into the panel.',
  MODERATOR: 'Moderators see every member, invite people, and grant and revoke courses.',
  MEMBER: 'Members can only learn.',
}
