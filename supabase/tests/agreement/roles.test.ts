import { useDatabase } from '../database'
import { describeAgreement } from './agreement'

const db = useDatabase()
const creatorsIn = { creators_admin_panel: true }
const creatorsOut = { creators_admin_panel: false }

describeAgreement(db, { name: 'an administrator', role: 'ADMIN', column: 'ADMIN' })
describeAgreement(db, { name: 'a moderator', role: 'MODERATOR', column: 'MODERATOR' })
describeAgreement(db, {
  name: 'a moderator who does not see everybody',
  role: 'MODERATOR',
  switches: { moderators_see_everybody: false },
  column: 'COACH',
})
describeAgreement(db, { name: 'a member', role: 'MEMBER', column: 'MEMBER' })
describeAgreement(db, {
  name: 'a creator while creators may use the admin panel',
  role: 'CREATOR',
  switches: creatorsIn,
  column: 'CREATOR',
})
describeAgreement(db, {
  name: 'a creator while they may not',
  role: 'CREATOR',
  switches: creatorsOut,
  column: 'MEMBER',
})
describeAgreement(db, { name: 'a visitor', role: 'MEMBER', visitor: true, column: null })
