import { useDatabase } from '../database'
import { describeAgreement } from './agreement'

// Tests the account states and sessions besides the role (rules/access#role-table).
const db = useDatabase()
const twoFactor = { enable_two_factor: true, creators_admin_panel: true }
const maintenance = { maintenance_mode: true, creators_admin_panel: true }
const verified = { require_email_verification: true }

// While the setting requires a second factor, staff without one have only a member's rights.
for (const role of ['ADMIN', 'CREATOR', 'MODERATOR'] as const) {
  const name = `${role} without the second factor that is asked for`
  describeAgreement(db, { name, role, aal: 'aal1', switches: twoFactor, column: 'MEMBER' })
}
for (const role of ['ADMIN', 'MODERATOR'] as const) {
  const name = `${role} with the second factor that is asked for`
  describeAgreement(db, { name, role, aal: 'aal2', switches: twoFactor, column: role })
}

for (const role of ['ADMIN', 'MEMBER'] as const) {
  describeAgreement(db, { name: `${role}, disabled`, role, disabled: true, column: null })
}

for (const role of ['ADMIN', 'MEMBER'] as const) {
  const name = `${role}, unverified where that is required`
  describeAgreement(db, { name, role, verified: false, switches: verified, column: null })
}
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
for (const role of ['MODERATOR', 'MEMBER'] as const) {
  describeAgreement(db, {
    name: `${role} in maintenance`,
    role,
    switches: maintenance,
    column: null,
  })
}
