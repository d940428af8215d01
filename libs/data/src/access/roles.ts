/** The four roles (product §1). Only for showing which one somebody has: rights are asked of `can`. */
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

/** Whether a value that came over the wire is one of the four roles. */
export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value)
}
