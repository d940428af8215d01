import { PersonExercises } from '../people/person-exercises'
import { RecordsByPerson, RecordsOfPerson } from '../resources/audit-logs/of-person'
import { PersonCohorts } from '../resources/cohorts/of-person'
import { PersonCommunities } from '../resources/communities/of-person'
import { PersonInvites } from '../resources/invites/of-person'
import type { PersonLists } from '../resources/members/person/person-tabs'
import { ShowMember } from '../resources/members/show'
import { PersonPurchases } from '../resources/purchases/of-person'
import { PersonWork } from '../resources/submissions/of-person'

const LISTS: PersonLists = {
  Purchases: PersonPurchases,
  Invites: PersonInvites,
  Cohorts: PersonCohorts,
  Work: PersonWorkAndExercises,
  Communities: PersonCommunities,
  RecordsOf: RecordsOfPerson,
  RecordsBy: RecordsByPerson,
}

function PersonWorkAndExercises({ id }: { id: string }) {
  return (
    <>
      <PersonWork id={id} />
      <PersonExercises id={id} />
    </>
  )
}

/** `/admin/members/{id}` and `/moderator/members/{id}`: a person's page, with a list from each resource. */
export function PersonPage() {
  return <ShowMember lists={LISTS} />
}
