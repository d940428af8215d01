import { namesOf } from '@rookies/data/impact/name-summary'
import { memberName } from '@rookies/data/members/member-list'
import { formatPeople } from '@rookies/data/wording'
import type { ChosenPerson } from '../../kit/person-select'
import { Subject } from '../../ui/subject'

interface PeopleSubjectProps {
  people: readonly ChosenPerson[]
  ids: readonly string[]
}

/** The largest number of names that are shown; further people are only counted. */
const MAX_NAMES = 3

/** Names the people that an action affects. */
export function PeopleSubject({ people, ids }: PeopleSubjectProps) {
  const [only] = people
  if (ids.length === 1 && only) return <Subject name={memberName(only)} more={only.email} />
  const names = people.slice(0, MAX_NAMES).map(memberName)
  return <Subject name={formatPeople(ids.length)} more={namesOf({ count: ids.length, names })} />
}
