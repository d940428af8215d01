import { memberName } from '@rookies/data/members/member-list'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import type { ReactNode } from 'react'
import { PersonLink } from '../app/person-link'
import cells from '../ui/cells.module.css'

interface PersonCellProps {
  person: { id: string; name: string | null; email: string }
  /** Where choosing the person is what a press does. */
  unlinked?: boolean
  /** Behind the name: badges. */
  children?: ReactNode
}

/** A person in a list: the disc, the name as the way to their page, the address. */
export function PersonCell({ person, unlinked = false, children }: PersonCellProps) {
  const { id, name, email } = person
  return (
    <span className={cells.person}>
      <Avatar name={name} email={email} />
      <span className={cells.words} title={email}>
        <PersonLink id={unlinked ? null : id}>{memberName(person)}</PersonLink> {children}{' '}
        <span className={cells.fact}>{email}</span>
      </span>
    </span>
  )
}
