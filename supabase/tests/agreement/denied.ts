import type { Subject } from './agreement'

/**
 * People who have fewer rights than their role, for one reason each (rules/access#role-table). Each is tested with the
 * role that has the most rights in that state, because private.can() and private.active() decide for every role, and
 * 070-catalogue.test.ts shows that each policy calls one of them.
 */
export const DENIED: readonly Subject[] = [
  // While the setting requires a second factor, staff without one have only a member's rights.
  {
    name: 'ADMIN without the second factor that is asked for',
    role: 'ADMIN',
    aal: 'aal1',
    switches: { enable_two_factor: true, creators_admin_panel: true },
    column: 'MEMBER',
  },
  { name: 'ADMIN, disabled', role: 'ADMIN', disabled: true, column: null },
  {
    name: 'ADMIN, unverified where that is required',
    role: 'ADMIN',
    verified: false,
    switches: { require_email_verification: true },
    column: null,
  },
  {
    name: 'MODERATOR in maintenance',
    role: 'MODERATOR',
    switches: { maintenance_mode: true, creators_admin_panel: true },
    column: null,
  },
]
