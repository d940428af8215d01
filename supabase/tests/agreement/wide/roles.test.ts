import { useDatabase } from '../../database'
import { describeAgreement } from '../agreement'

const db = useDatabase()

describeAgreement(db, {
  name: 'a moderator who does not see everybody',
  role: 'MODERATOR',
  switches: { moderators_see_everybody: false },
  column: 'COACH',
})
describeAgreement(db, {
  name: 'a creator while they may not use the admin panel',
  role: 'CREATOR',
  switches: { creators_admin_panel: false },
  column: 'MEMBER',
})
describeAgreement(db, { name: 'a visitor', role: 'MEMBER', visitor: true, column: null })
