import { useList } from '@refinedev/core'
import type { Member } from '@rookies/data/members/member-list'
import { RECIPIENT_FILTERS } from '@rookies/data/notifications/send-notification'

/** Returns the number of active accounts, which a notification to all members reaches. Undefined while loading. */
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
