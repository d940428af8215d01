import type { ReactNode } from 'react'
import cells from '../ui/cells.module.css'
import { CursorPager } from '../ui/cursor-pager'
import { type RecordSelection, RecordTable, type RecordTableProps } from '../ui/record-table'
import { type BarSelection, SelectionBar } from '../ui/selection-bar'
import bar from '../ui/selection-bar.module.css'
import { ListFrame, type ListFrameProps } from './list-frame'

export interface ListTableProps<T extends { id: string | number }>
  extends ListFrameProps<T>,
    Pick<RecordTableProps<T>, 'columns' | 'storedAs' | 'onOpen' | 'sorters' | 'orders' | 'onSort'> {
  /** The selection of rows; left out if the person may not act on several records at once. */
  selection?: (RecordSelection<T> & BarSelection) | undefined
  /** Buttons for the selected records. */
  actions?: ReactNode
  /** The number of records that match the filters. */
  total?: number
}

/**
 * Shows the list of `useTable` as a table: with loading, errors and the empty list, dimmed rows while another page
 * loads, column heads that sort, a checkbox in each row if there is a selection, and links to other pages.
 */
export function ListTable<T extends { id: string | number }>(props: ListTableProps<T>) {
  const {
    columns,
    storedAs,
    onOpen,
    sorters,
    orders,
    onSort,
    selection,
    actions,
    total,
    ...frame
  } = props
  const { label, many = label.toLowerCase(), records, query, paging, count = '' } = frame
  const table = {
    columns,
    label,
    onOpen,
    sorters,
    orders,
    onSort,
    selection,
    ...(storedAs && { storedAs }),
  }
  return (
    <ListFrame
      {...frame}
      waiting={
        <>
          {/* An empty line of the height of the count or the selection bar, which appear with the records. */}
          {(selection ?? frame.count) !== undefined && (
            <p className={selection ? bar.bar : cells.count} />
          )}
          <RecordTable {...table} records={undefined} />
        </>
      }
      above={
        selection &&
        records &&
        records.length > 0 && (
          <SelectionBar
            ids={records.map(({ id }) => String(id))}
            selection={selection}
            total={total ?? records.length}
            totalText={count}
          >
            {actions}
          </SelectionBar>
        )
      }
    >
      <RecordTable {...table} records={records ?? []} dimmed={query?.isPlaceholderData ?? false} />
      {paging && 'newer' in paging && <CursorPager label={many} {...paging} />}
    </ListFrame>
  )
}
