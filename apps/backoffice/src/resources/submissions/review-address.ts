import { useNavigation } from '@refinedev/core'
import { QUEUE_LIST, type QueueFilter } from '@rookies/data/assignments/queue'
import { filterValues } from '@rookies/data/lists/list-state'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'

/** Returns the addresses of the queue and of a review in the open panel; both keep what the queue was narrowed to. */
export function useReviewUrls(): {
  queue: string
  reviewOf: (id: string) => string
  filter: QueueFilter
} {
  const { listUrl, showUrl } = useNavigation()
  const { pathname, search } = useLocation()
  const resource = pathname.startsWith('/moderator') ? 'moderator-submissions' : 'submissions'
  const filter = useMemo(() => (onQueue(pathname) ? queueFilter(search) : {}), [pathname, search])
  return useMemo(() => {
    const kept = new URLSearchParams(filter).toString()
    const query = kept && `?${kept}`
    return {
      queue: listUrl(resource) + query,
      reviewOf: (id) => showUrl(resource, id) + query,
      filter,
    }
  }, [filter, listUrl, showUrl, resource])
}

/** Other screens that lead to a review, such as a person's page, have parameters of their own. */
const onQueue = (pathname: string) => /^\/(admin|moderator)\/reviews/.test(pathname)

/** Reads what the queue is narrowed to from an address, without its state: only what waits comes next. */
function queueFilter(search: string): QueueFilter {
  const params = new URLSearchParams(search)
  const { state: _, ...values } = filterValues(QUEUE_LIST.filters, (name) => params.get(name))
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
