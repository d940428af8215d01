import { useDatabase } from '../database'
import { describeAgreement } from './agreement'

const db = useDatabase()

describeAgreement(db, { name: 'an administrator', role: 'ADMIN', column: 'ADMIN' })
describeAgreement(db, { name: 'a moderator', role: 'MODERATOR', column: 'MODERATOR' })
describeAgreement(db, { name: 'a member', role: 'MEMBER', column: 'MEMBER' })
describeAgreement(db, {
  name: 'a creator while creators may use the admin panel',
  role: 'CREATOR',
  switches: { creators_admin_panel: true },
  column: 'CREATOR',
})
