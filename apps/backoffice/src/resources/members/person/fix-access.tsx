import { isMendedByGrant } from '@rookies/data/members/access-reason'
import { MEMBER_MESSAGES, memberName } from '@rookies/data/members/member-list'
import type { PersonDetails } from '@rookies/data/members/person'
import type { ExplainedCourse } from '@rookies/data/members/person-access'
import { Button } from 'antd'
import { useMay } from '../../../app/may'
import { useAct } from '../../../app/use-act'
import { LinkButton } from '../../../ui/link-button'

interface FixAccessProps {
  person: PersonDetails
  course: ExplainedCourse
}

/** Offers the action that lets the person open the course, if the reader may take that action. */
export function FixAccess({ person, course }: FixAccessProps) {
  const mayGrant = useMay('entitlements', 'create')
  const mayRevoke = useMay('entitlements', 'delete')
  const mayEdit = useMay('courses', 'update')
  const grant = useAct({
    act: () => ({
      name: 'access/change',
      input: { id: person.id, change: { grant: [course.id], revoke: [], ends: [] } },
    }),
    done: MEMBER_MESSAGES.accessSaved,
    failed: MEMBER_MESSAGES.accessFailed,
  })
  if (course.reason === 'DRAFT' && mayEdit) {
    return (
      <LinkButton to={`/admin/courses/${course.id}`} aria-label={`Open Course ${course.title}`}>
        Open Course
      </LinkButton>
    )
  }
  if (!isMendedByGrant(course) || !mayGrant || !mayRevoke) return null
  const label = course.reason === 'NEVER_GRANTED' ? 'Grant' : 'Grant Again'
  return (
    <Button
      loading={grant.isPending}
      aria-label={`${label}: ${course.title} to ${memberName(person)}`}
      onClick={() => grant.mutate()}
    >
      {label}
    </Button>
  )
}
