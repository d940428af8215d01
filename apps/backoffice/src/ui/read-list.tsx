import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import type { ReactNode } from 'react'
import cells from './cells.module.css'
import { ListFailed } from './list-failed'
import { RecordTable, type RecordTableProps } from './record-table'

interface ReadListProps<T extends { id: string | number }>
  extends Omit<RecordTableProps<T>, 'records' | 'dimmed'> {
  /** What was read, or is being read. */
  read: {
    data: readonly T[] | undefined
    isError: boolean
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** What is said when it could not be read. */
  failed: string
  /** How many there are; left out where nobody counts them. */
  count?: string
  /** In its place when there is nothing. */
  empty: ReactNode
  /** Below it: the way to other pages. */
  children?: ReactNode
}

/** A list on its way, failed, empty or there. */
export function ReadList<T extends { id: string | number }>(props: ReadListProps<T>) {
  const { read, failed, count, empty, children, ...table } = props
  const { data, isError, isFetching, isPlaceholderData, refetch } = read
  if (!data && isError) {
    return <ListFailed title={failed} retrying={isFetching} onRetry={() => refetch()} />
  }
  if (!data) return <RecordTable {...table} records={undefined} />
  return (
    <section aria-label={table.label} aria-busy={isPlaceholderData}>
      {data.length === 0 ? (
        <>
          <VisuallyHidden>
            <span role="status">{count}</span>
          </VisuallyHidden>
          {empty}
        </>
      ) : (
        <>
          {count !== undefined && (
            <p className={cells.count} role="status">
              {count}
            </p>
          )}
          <RecordTable {...table} records={data} dimmed={isPlaceholderData} />
        </>
      )}
      {children}
    </section>
  )
}
