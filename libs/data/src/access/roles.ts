/** The four roles (rules/access#four-roles). Only to show a person's role: rights are asked of `can`. */
export const ROLES = ['ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER'] as const

export type Role = (typeof ROLES)[number]

const LABELS: Record<Role, string> = {
  ADMIN: 'Admin',
  CREATOR: 'Creator',
  MODERATOR: 'Moderator',
  MEMBER: 'Member',
}

/** A role as people read it. */
export function roleLabel(role: Role): string {
  return LABELS[role]
}

const PLURALS: Record<Role, string> = {
  ADMIN: 'Admins',
  CREATOR: 'Creators',
  MODERATOR: 'Moderators',
  MEMBER: 'Members',
}

/** Several people of a role, as people read it. */
export function rolePlural(role: Role): string {
  return PLURALS[role]
}

/** The role of everybody to whom no other was given; the others only add to it. */
export const DEFAULT_ROLE: Role = 'MEMBER'

/** The roles to choose from in a list of members: moderators are not offered creators. */
export function assignableRoles(withCreators: boolean): readonly Role[] {
  return withCreators ? ROLES : ROLES.filter((role) => role !== 'CREATOR')
}

/** Whether a value that came over the wire is one of the four roles. */
export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value)
}
