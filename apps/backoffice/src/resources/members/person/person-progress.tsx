import { useOne } from '@refinedev/core'
import type { MemberAnalytics } from '@rookies/data/members/member-analytics'
import { MEMBER_MESSAGES } from '@rookies/data/members/member-list'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { MemberCourses } from '../../../people/member-courses'
import { ListFailed } from '../../../ui/list-failed'
import { Waiting } from '../../../ui/waiting'

/** A person's courses with progress and last day. */
export function PersonProgress({ id }: { id: string }) {
  const { query, result } = useOne<MemberAnalytics>({
    resource: 'analytics',
    id,
    // The progress is always read again, because the person may be learning right now.
    queryOptions: { staleTime: 0 },
    errorNotification: false,
  })
  if (result) {
    return (
      <>
        <VisuallyHidden>
          <h2>Progress</h2>
        </VisuallyHidden>
        <MemberCourses courses={result.courses} />
      </>
    )
  }
  if (query.isPending) return <Waiting rows={5} />
  return <ListFailed title={MEMBER_MESSAGES.analyticsFailed.text} read={query} />
}
