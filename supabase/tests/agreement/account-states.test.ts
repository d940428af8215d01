import { useDatabase } from '../database'
import { describeAgreement } from './agreement'

// Tests the account states and sessions besides the role (rules/access#role-table). Each state is tested with the role
// that has the most rights in it, because private.can() and private.active() decide for every role, and
// 070-catalogue.test.ts shows that each policy calls one of them.
const db = useDatabase()
const twoFactor = { enable_two_factor: true, creators_admin_panel: true }
const maintenance = { maintenance_mode: true, creators_admin_panel: true }
const verified = { require_email_verification: true }

// While the setting requires a second factor, staff without one have only a member's rights.
describeAgreement(db, {
  name: 'ADMIN without the second factor that is asked for',
  role: 'ADMIN',
  aal: 'aal1',
  switches: twoFactor,
  column: 'MEMBER',
})
describeAgreement(db, {
  name: 'ADMIN with the second factor that is asked for',
  role: 'ADMIN',
  aal: 'aal2',
  switches: twoFactor,
  column: 'ADMIN',
})

describeAgreement(db, { name: 'ADMIN, disabled', role: 'ADMIN', disabled: true, column: null })

describeAgreement(db, {
  name: 'ADMIN, unverified where that is required',
  role: 'ADMIN',
  verified: false,
  switches: verified,
  column: null,
})
describeAgreement(db, {
  name: 'MEMBER, unverified where that is not required',
  role: 'MEMBER',
  verified: false,
  switches: { require_email_verification: false },
  column: 'MEMBER',
})

describeAgreement(db, {
  name: 'ADMIN in maintenance',
  role: 'ADMIN',
  switches: maintenance,
  column: 'ADMIN',
})
describeAgreement(db, {
  name: 'MODERATOR in maintenance',
  role: 'MODERATOR',
  switches: maintenance,
  column: null,
})
