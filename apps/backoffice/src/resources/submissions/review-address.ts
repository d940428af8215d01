import { useNavigation } from '@refinedev/core'
import { QUEUE_LIST, type QueueFilter } from '@rookies/data/assignments/queue'
import { filterValues } from '@rookies/data/lists/list-state'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Returns the addresses of the queue and of a review in the panel that is open, and the filter of the queue. The
 * addresses keep the filter.
 */
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

/** Only the queue and a review have the filter in their address. Other screens have other parameters there. */
const onQueue = (pathname: string) => /^\/(admin|moderator)\/reviews/.test(pathname)

/** Reads the filter of the queue from an address. It has no state, because the next work is always work that waits. */
function queueFilter(search: string): QueueFilter {
  const params = new URLSearchParams(search)
  const { state: _, ...values } = filterValues(QUEUE_LIST.filters, (name) => params.get(name))
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
