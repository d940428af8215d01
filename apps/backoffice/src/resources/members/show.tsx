import { memberName } from '@rookies/data/members/member-list'
import type { PersonDetails } from '@rookies/data/members/person'
import { recordMessages } from '@rookies/data/records/record-messages'
import { UserX } from 'lucide-react'
import { OneRecord } from '../../kit/one-record'
import type { RecordKind } from '../../kit/record-kind'
import type { PersonLists } from './person/person-tabs'
import { ShownPerson } from './person/shown-person'

const PERSON_KIND: RecordKind<PersonDetails> = {
  resource: 'profiles',
  texts: recordMessages('person', 'members'),
  nameOf: memberName,
  missing: { icon: UserX, sentence: 'The account was deleted, or the address is wrong.' },
}

/** The page of one person (rules/members#person-page). */
export function ShowMember({ lists }: { lists: PersonLists }) {
  return (
    <OneRecord kind={PERSON_KIND}>
      {(person) => <ShownPerson person={person} lists={lists} />}
    </OneRecord>
  )
}
