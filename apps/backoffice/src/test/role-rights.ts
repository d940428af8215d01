import type { Permission, Scope } from '@rookies/data/access/resources'

const rights = (resource: string, actions: string[], scope: Scope = 'any'): Permission[] =>
  actions.map((action) => ({ resource, action, scope }))

/**
 * The rights of every account in the portal (rules/access#role-table), as far as a screen of the panels checks them.
 */
const MEMBER_RIGHTS = [
  ...rights('cohorts', ['read'], 'own'),
  ...rights('cohort_members', ['read'], 'own'),
  ...rights('communities', ['read'], 'assigned'),
  ...rights('community_members', ['create', 'delete', 'read'], 'own'),
  ...rights('courses', ['read'], 'assigned'),
  ...rights('notifications', ['mark', 'read'], 'own'),
  ...rights('profiles', ['read', 'update'], 'own'),
  ...rights('purchases', ['read'], 'own'),
]

const CREATOR_RIGHTS = [
  ...MEMBER_RIGHTS,
  ...rights('course_history', ['read'], 'own'),
  ...rights('courses', ['list', 'read', 'create', 'update', 'publish', 'delete', 'restore'], 'own'),
  ...rights('dashboard', ['read'], 'own'),
  ...rights('inbox', ['enter'], 'own'),
  ...rights('invites', ['cancel', 'create', 'read', 'resend'], 'own'),
  ...rights('submissions', ['list', 'review'], 'own'),
  ...rights('saved_replies', ['create', 'read', 'update', 'delete'], 'own'),
]

/** The rights in the boot answer of each role, as far as a screen of the panels checks them. */
export const ROLE_RIGHTS = {
  MEMBER: MEMBER_RIGHTS,
  /** A creator while the settings do not let creators into the panel. */
  CREATOR_OUTSIDE: CREATOR_RIGHTS,
  CREATOR: [...CREATOR_RIGHTS, ...rights('admin_panel', ['enter'])],
  MODERATOR: [
    ...MEMBER_RIGHTS,
    ...rights('admin_panel', ['enter']),
    ...rights('moderator_panel', ['enter']),
    ...rights('inbox', ['enter'], 'assigned'),
    ...rights('analytics', ['read']),
    ...rights('cohorts', ['read'], 'assigned'),
    ...rights('cohort_members', ['create', 'read', 'update'], 'assigned'),
    ...rights('cohort_staff', ['read'], 'assigned'),
    ...rights('cohort_messages', ['create', 'read'], 'assigned'),
    ...rights('submissions', ['list', 'review'], 'assigned'),
    ...rights('saved_replies', ['create', 'read', 'update', 'delete'], 'own'),
    ...rights('releases', ['create', 'read', 'update', 'delete'], 'assigned'),
    ...rights('courses', ['list']),
    ...rights('entitlements', ['create', 'delete', 'read', 'update']),
    ...rights('invites', ['cancel', 'create', 'read', 'resend'], 'own'),
    ...rights('profiles', ['list']),
  ],
}
