import type { PersonDetails } from '@rookies/data/members/person'
import { memberSince } from '@rookies/data/time/moment-text'
import { useMay } from '../../../app/may'
import type { Facts } from '../../../kit/record-page'
import { Ago } from '../../../ui/ago'
import { MemberRole, type MemberRoleProps } from '../member-role'
import { EndedMail } from './ended-mail'

interface FactsOf extends Omit<MemberRoleProps, 'member'> {
  person: PersonDetails
  /** Reads the person again after mail was allowed again. */
}

/** Returns the facts about a person that the reader may see. */
export function usePersonFacts({ person, ...role }: FactsOf): Facts {
  const mayReadPhone = useMay('profiles', 'read', {})
  const { id, mail_ended, phone, factors, created_at, disabled_at, last_at, courses } = person
  return [
    ...(mayReadPhone && phone ? [{ key: 'phone', label: 'Phone', children: phone }] : []),
    {
      key: 'state',
      label: 'Account',
      children: disabled_at ? `Disabled on ${memberSince(disabled_at)}` : 'Active',
    },
    ...(mail_ended
      ? [{ key: 'mail', label: 'Mail', children: <EndedMail {...{ id, mail_ended }} /> }]
      : []),
    { key: 'joined', label: 'Joined', children: memberSince(created_at) },
    {
      key: 'activity',
      label: 'Last activity',
      children: last_at ? <Ago at={last_at} /> : 'None yet',
    },
    { key: 'courses', label: 'Open courses', children: courses },
    ...(factors === null
      ? []
      : [{ key: 'factors', label: 'Two-factor', children: factors > 0 ? 'On' : 'Off' }]),
    { key: 'role', label: 'Role', children: <MemberRole {...role} member={person} /> },
  ]
}
