import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import type { ReactNode } from 'react'
import { Navigate, type To } from 'react-router-dom'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { Pager } from '../ui/pager'
import type { Paging } from './use-table'

export interface ListFrameProps<T> {
  /** The list's accessible name. */
  label: string
  /** The plural noun within a sentence; by default the label in lower case. */
  many?: string
  /** The name of the list's landmark; by default the label. */
  region?: string
  /** The list's query; left out if the records are given. */
  query?: {
    isError: boolean
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** Undefined while loading. */
  records: readonly T[] | undefined
  /** The error's title; by default it names the records. */
  failed?: string
  /** How many records there are, as a text; left out if they are not counted. */
  count?: string | undefined
  /** Shown when there are no records. */
  empty: ReactNode
  paging?: Paging
  /** The address of the first page, if the current address is past the last page. */
  beyond?: To | null
}

interface Contents {
  /** Shown while the records load. */
  waiting: ReactNode
  /** Replaces the count above the records; with null only screen readers get the count. */
  above?: ReactNode
  children: ReactNode
}

const AT_HAND = {
  isError: false,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}

/** A list that is loading, failed, empty or filled, with links to its other pages. */
export function ListFrame<T>(props: ListFrameProps<T> & Contents) {
  const { label, region = label, many = label.toLowerCase(), query = AT_HAND, records } = props
  const { failed = `Failed to load ${many}`, count, empty, paging, beyond } = props
  const { waiting, above, children } = props
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
