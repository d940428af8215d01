import { useDatabase } from '../../database'
import { describeAgreement } from '../agreement'

// Account states and sessions that take nothing away (rules/access#role-table). ../denied.ts has the others.
const db = useDatabase()

describeAgreement(db, {
  name: 'ADMIN with the second factor that is asked for',
  role: 'ADMIN',
  aal: 'aal2',
  switches: { enable_two_factor: true, creators_admin_panel: true },
  column: 'ADMIN',
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
  switches: { maintenance_mode: true, creators_admin_panel: true },
  column: 'ADMIN',
})
