import { useList } from '@refinedev/core'
import type { Member } from '@rookies/data/members/member-list'
import { RECIPIENT_FILTERS } from '@rookies/data/notifications/recipients'

/** How many people a notification to all reaches: every account that is open. Undefined until it is known. */
export function useAudience(): number | undefined {
  const { query } = useList<Member>({
    resource: 'profiles',
    filters: RECIPIENT_FILTERS,
    pagination: { currentPage: 1, pageSize: 1 },
    errorNotification: false,
    liveMode: 'off',
  })
  return query.data?.total
}
