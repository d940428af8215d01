import { useDatabase } from '../../database'
import { describeAgreement } from '../agreement'
import { DENIED } from '../denied'

// The people try rows of other people; ../denied.test.ts tries their own.
const db = useDatabase()

for (const subject of DENIED) {
  describeAgreement(db, { ...subject, relations: ['assigned', 'foreign'] })
}
