import { memberName } from '@rookies/data/members/member-list'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { PersonLink } from '../app/person-link'
import cells from '../ui/cells.module.css'
import { Email } from '../ui/email'

interface PersonCellProps {
  person: { id: string; name: string | null; email: string }
  /** Shows the name without a link, for lists in which a press selects the person. */
  unlinked?: boolean
  /** Badges after the name. */
  children?: ReactNode
}

/** A person in a list: the avatar, the name with a link to their page, and the email below. */
export function PersonCell({ person, unlinked = false, children }: PersonCellProps) {
  const { id, name, email } = person
  return (
    <Flex component="span" align="center" gap={12}>
      <Avatar name={name} email={email} />
      <span className={cells.text} title={email}>
        <PersonLink id={unlinked ? null : id}>{memberName(person)}</PersonLink> {children}
        {email && (
          <span className={cells.below}>
            <Email>{email}</Email>
          </span>
        )}
      </span>
    </Flex>
  )
}
