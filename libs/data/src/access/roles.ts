import { type Enums, USER_ROLE } from '../database.gen'

/** The four roles (rules/access#four-roles). Use them only to show a person's role; use `can` for rights. */
export const ROLES = USER_ROLE

export type Role = Enums<'user_role'>

const LABELS: Record<Role, string> = {
  ADMIN: 'Admin',
  CREATOR: 'Creator',
  MODERATOR: 'Moderator',
  MEMBER: 'Member',
}

/** Returns the name of a role for people. */
export function roleLabel(role: Role): string {
  return LABELS[role]
}

const PLURALS: Record<Role, string> = {
  ADMIN: 'Admins',
  CREATOR: 'Creators',
  MODERATOR: 'Moderators',
  MEMBER: 'Members',
}

/** Returns the plural name of a role. */
export function rolePlural(role: Role): string {
  return PLURALS[role]
}

/** The role of everybody without another role. The other roles add rights to it. */
export const DEFAULT_ROLE: Role = 'MEMBER'

/** Returns the roles that a list of members offers. Moderators cannot choose Creator. */
export function assignableRoles(withCreators: boolean): readonly Role[] {
  return withCreators ? ROLES : ROLES.filter((role) => role !== 'CREATOR')
}

/** Returns whether a value from the server is one of the four roles. */
export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value)
}
