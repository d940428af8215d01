import { useDatabase } from '../database'
import { describeAgreement } from './agreement'
import { DENIED } from './denied'

// The people try their own rows, on which they have the most rights; wide/denied.test.ts tries the others.
const db = useDatabase()

for (const subject of DENIED) describeAgreement(db, { ...subject, relations: ['own', 'none'] })
