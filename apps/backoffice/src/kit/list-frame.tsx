import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Navigate, type To } from 'react-router-dom'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { Pager } from '../ui/pager'
import type { Paging } from './use-table'

/** The content of a list that has no records. */
interface EmptyList {
  /** A Lucide icon, as decoration. */
  icon: ReactNode
  title: string
  /** Why there are no records, and what the person can do. */
  text?: string
  /** Buttons, such as that for a new record. If filters are set, a button that clears them replaces these. */
  actions?: ReactNode
}

export interface ListFrameProps<T> {
  /** The list's accessible name. */
  label: string
  /** The plural noun within a sentence; by default the label in lower case. */
  many?: string
  /** The name of the list's landmark; by default the label. */
  region?: string
  /** The list's query; left out if the caller has the records without a query. */
  query?: {
    isError: boolean
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** The records of the page; undefined while they load. */
  records: readonly T[] | undefined
  /** The title of the error if the list cannot be read; by default it has the plural noun. */
  failed?: string
  /** The number of records as a text, such as `12 coupons`; left out if they are not counted. */
  count?: string | undefined
  empty: EmptyList
  /** Clears the filters; left out if none is set. */
  onClear?: (() => void) | undefined
  paging?: Paging
  /** The address of the first page, if the current address is past the last page; else null. */
  beyond?: To | null
}

interface Contents {
  /** Shown while the records load. */
  waiting: ReactNode
  /** Shown above the records instead of the count; with null, only screen readers get the count. */
  above?: ReactNode
  children: ReactNode
}

const AT_HAND = {
  isError: false,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}

/** The frame of a list: it shows loading, an error, the empty list or the records, and links to other pages. */
export function ListFrame<T>(props: ListFrameProps<T> & Contents) {
  const { label, region = label, many = label.toLowerCase(), query = AT_HAND, records } = props
  const { failed = `Failed to load ${many}`, count, empty, onClear, paging, beyond } = props
  const { waiting, above, children } = props
  const { isError, isFetching, isPlaceholderData, refetch } = query
  if (beyond) return <Navigate to={beyond} replace />
  if (!records && isError) {
    return <ListFailed title={failed} read={{ isFetching, refetch }} />
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
      {none ? <Empty {...empty} onClear={onClear} /> : children}
      {paging && 'page' in paging && (
        <Pager label={many} page={paging.page} pages={paging.pages} to={paging.to} />
      )}
    </section>
  )
}

function Empty({
  icon,
  title,
  text,
  actions,
  onClear,
}: EmptyList & Pick<ListFrameProps<unknown>, 'onClear'>) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      actions={onClear ? <Button onClick={onClear}>Clear Filters</Button> : actions}
    >
      {text && <p>{text}</p>}
    </EmptyState>
  )
}
