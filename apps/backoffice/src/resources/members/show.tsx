import { useOne } from '@refinedev/core'
import { MEMBER_TOASTS } from '@rookies/data/members/member-list'
import type { PersonDetails } from '@rookies/data/members/person'
import { isRowId } from '@rookies/data/records/row-id'
import { hasCode, NOT_FOUND } from '@rookies/data/refine/request-error'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { UserX } from 'lucide-react'
import { useLocation, useParams } from 'react-router-dom'
import { toast } from '../../app/notification-provider'
import { LinkButton } from '../../ui/link-button'
import { ListFailed } from '../../ui/list-failed'
import { PageHeader } from '../../ui/page-header'
import { Waiting } from '../../ui/waiting'
import type { PersonLists } from './person/person-tabs'
import { ShownPerson } from './person/shown-person'

/** The page of one person (rules/members#person-page). */
export function ShowMember({ lists }: { lists: PersonLists }) {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const known = isRowId(id)
  const { query, result } = useOne<PersonDetails>({
    resource: 'profiles',
    id,
    queryOptions: { enabled: known },
    errorNotification: (error) =>
      hasCode(error, NOT_FOUND) ? false : toast(MEMBER_TOASTS.personFailed, 'error'),
  })
  const gone = !known || hasCode(query.error, NOT_FOUND)
  if (!gone && result) return <ShownPerson key={id} person={result} lists={lists} />
  if (gone) {
    return (
      <>
        <PageHeader title="Person not found" />
        <EmptyState
          icon={<UserX />}
          title="There is no such person"
          actions={
            <LinkButton to={pathname.replace(/\/[^/]*\/?$/, '')}>Back to Members</LinkButton>
          }
        >
          <p>The account was deleted, or the address is wrong.</p>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader title="Person" />
      {query.isPending ? (
        <Waiting rows={8} />
      ) : (
        <ListFailed
          title={MEMBER_TOASTS.personFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
    </>
  )
}
