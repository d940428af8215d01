import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import type { ReactNode } from 'react'
import { Navigate, type To } from 'react-router-dom'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { Pager } from '../ui/pager'
import type { Paging } from './use-table'

export interface ListFrameProps<T> {
  /** What is listed, for screen readers. */
  label: string
  /** The same within a sentence; the label in small letters unless told otherwise. */
  many?: string
  /** What its part of the page is called; the label unless told otherwise. */
  region?: string
  /** How it is read; left out for what is at hand at once. */
  query?: {
    isError: boolean
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** Undefined while they are on their way. */
  records: readonly T[] | undefined
  /** What is said when they could not be read. */
  failed?: string
  /** How many there are; left out where nobody counts them. */
  count?: string | undefined
  /** In their place when there are none. */
  empty: ReactNode
  paging?: Paging
  /** The address of the first page, where the address leads behind the last one. */
  beyond?: To | null
}

interface Contents {
  /** In their place while they are on their way. */
  waiting: ReactNode
  /** Above them in place of the count, which it says itself; with null screen readers alone are told. */
  above?: ReactNode
  children: ReactNode
}

const AT_HAND = {
  isError: false,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}

/** A list on its way, failed, empty or there, with the way to its other pages. */
export function ListFrame<T>(props: ListFrameProps<T> & Contents) {
  const { label, region = label, many = label.toLowerCase(), query = AT_HAND, records } = props
  const { failed = '', count, empty, paging, beyond, waiting, above, children } = props
  const { isError, isFetching, isPlaceholderData, refetch } = query
  if (beyond) return <Navigate to={beyond} replace />
  if (!records && isError) {
    return <ListFailed title={failed} retrying={isFetching} onRetry={() => refetch()} />
  }
  if (!records) return waiting
  const none = records.length === 0
  return (
    <section aria-label={region} aria-busy={isPlaceholderData}>
      {count !== undefined && (none || above === null) && (
        <VisuallyHidden>
          <span role="status">{count}</span>
        </VisuallyHidden>
      )}
      {!none && above === undefined && count !== undefined && (
        <p className={cells.count} role="status">
          {count}
        </p>
      )}
      {above}
      {none ? empty : children}
      {paging && 'page' in paging && (
        <Pager label={many} page={paging.page} pages={paging.pages} to={paging.to} />
      )}
    </section>
  )
}
