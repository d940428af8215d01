import type { CrudSort, CrudSorting } from '@refinedev/core'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Flex, Table, type TableColumnType, type TableProps } from 'antd'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { ColumnChoice, useHiddenColumns } from './column-choice'
import styles from './record-table.module.css'

/** Where a narrow screen shows a cell; by default, the cell has its own line. */
type Place = 'lead' | 'corner' | 'left' | 'right'

export interface RecordColumn<T> extends Pick<TableColumnType<T>, 'width' | 'ellipsis' | 'align'> {
  key: string
  title: ReactNode
  place?: Place
  /** Whether a narrow screen shows the column's title before the value. */
  named?: boolean
  /** Whether this is the column of actions, which are faint until the row is hovered or has the focus. */
  actions?: boolean
  /** The field by which the server sorts the list; missing if the server cannot sort by this column. */
  sort?: string
  render: (record: T) => ReactNode
}

export interface RecordSelection<T extends { id: string | number }> {
  has: (id: T['id']) => boolean
  select: (ids: readonly T['id'][], on: boolean) => void
  /** The accessible name of a record's checkbox. */
  nameOf: (record: T) => string
}

export interface RecordTableProps<T extends { id: string | number }> {
  /** The name under which the browser stores the chosen columns; missing if columns cannot be chosen. */
  storedAs?: string
  /** The list's accessible name. */
  label: string
  columns: readonly RecordColumn<T>[]
  /** The records; undefined while they load. */
  records: readonly T[] | undefined
  /** Whether the next records are loading. */
  dimmed?: boolean
  /** Called for a click in a row. For keyboards, a cell has a link or button that does the same. */
  onOpen?: ((record: T) => void) | undefined
  /** The selection, for readers who can change many records at once. */
  selection?: RecordSelection<T> | undefined
  /** The current order, and the orders that the list offers. */
  sorters?: CrudSorting | undefined
  orders?: CrudSorting | undefined
  /** An empty list means the default order. */
  onSort?: ((sorters: CrudSorting) => void) | undefined
}

/** Placeholder rows that are shown while a list loads. */
const WAITING = Array.from({ length: 5 }, (_, id) => ({ id }))

/** Matches controls, which handle clicks themselves. A click beside a checkbox is meant for the checkbox. */
const CONTROL =
  'a, button, input, select, textarea, label, .ant-select, .ant-table-selection-column'

/**
 * A table of records. On a narrow screen, each record becomes a few lines. antd's own sorting and paging are off,
 * because the server sorts and pages.
 */
export function RecordTable<T extends { id: string | number }>(props: RecordTableProps<T>) {
  const { storedAs = '', label, columns: all, records, dimmed = false, onOpen, selection } = props
  const { sorters = [], orders = [], onSort } = props
  const [hidden] = useHiddenColumns(storedAs)
  const columns = all.filter((column) => !(isChoosable(column, all) && hidden.includes(column.key)))
  if (!records) return <Waiting columns={columns} selectable={selection !== undefined} />
  return (
    <Table<T>
      aria-label={label}
      className={dimmed ? `${styles.frame} ${styles.dimmed}` : styles.frame}
      tableLayout="fixed"
      pagination={false}
      rowKey="id"
      columns={columns.map((column, at) => ({
        ...head(column),
        ...(storedAs && at === columns.length - 1 && withColumnChoice(column, storedAs, all)),
        ...(onSort && sorting(column.sort, sorters, orders)),
        render: (_, record) => column.render(record),
      }))}
      dataSource={records}
      showSorterTooltip={false}
      {...(onSort && { onChange: onSorted(columns, onSort) })}
      {...(selection && { rowSelection: rowSelection(selection, records) })}
      {...(onOpen && {
        rowClassName: styles.opens ?? '',
        onRow: (record) => ({
          onClick: (event) => isBesideControls(event) && onOpen(record),
        }),
      })}
    />
  )
}

/** Whether a column can be hidden: not the first one, which names the record, and not the one with the actions. */
const isChoosable = <T,>(column: RecordColumn<T>, all: readonly RecordColumn<T>[]) =>
  column !== all[0] &&
  column.place !== 'lead' &&
  !column.actions &&
  typeof column.title === 'string'

/** Adds the button that chooses columns to the last column head, whose accessible name stays the column's title. */
function withColumnChoice<T>(
  { title }: RecordColumn<T>,
  storedAs: string,
  all: readonly RecordColumn<T>[],
) {
  return {
    title: (
      <Flex align="center" justify="space-between">
        <span>{title}</span>
        <ColumnChoice
          storedAs={storedAs}
          columns={all.filter((column) => isChoosable(column, all))}
        />
      </Flex>
    ),
    ...(typeof title === 'string' && { onHeaderCell: () => ({ 'aria-label': title }) }),
  }
}

/** Returns antd's props for the sort direction of a column; antd itself does not sort. */
function sorting(sort: string | undefined, sorters: CrudSorting, orders: CrudSorting) {
  const directions = DIRECTIONS.filter((name) =>
    orders.some(({ field, order }) => field === sort && order === ORDERS[name]),
  )
  if (directions.length === 0) return {}
  const chosen = sorters[0]?.field === sort ? sorters[0]?.order : undefined
  return {
    sorter: true,
    sortDirections: directions,
    sortOrder: directions.find((name) => ORDERS[name] === chosen) ?? null,
    sortIcon: ({ sortOrder }: { sortOrder?: Direction | null }) => {
      const Icon = sortOrder ? ICONS[sortOrder] : ArrowUpDown
      return <Icon className={styles.order} data-chosen={Boolean(sortOrder)} aria-hidden="true" />
    },
  }
}

const DIRECTIONS = ['ascend', 'descend'] as const
type Direction = (typeof DIRECTIONS)[number]
const ORDERS = { ascend: 'asc', descend: 'desc' } as const satisfies Record<
  Direction,
  CrudSort['order']
>
const ICONS = { ascend: ArrowUp, descend: ArrowDown }

function onSorted<T>(
  columns: readonly RecordColumn<T>[],
  onSort: (sorters: CrudSorting) => void,
): NonNullable<TableProps<T>['onChange']> {
  return (_page, _filters, sorted) => {
    const { columnKey, order } = Array.isArray(sorted) ? {} : sorted
    const field = columns.find(({ key }) => key === columnKey)?.sort
    onSort(order && field ? [{ field, order: ORDERS[order] }] : [])
  }
}

/** Adds a checkbox to each row. The bar above the list has the checkbox for all rows, so that phones have it too. */
function rowSelection<T extends { id: string | number }>(
  { has, select, nameOf }: RecordSelection<T>,
  records: readonly T[],
) {
  return {
    columnTitle: <VisuallyHidden>Selected</VisuallyHidden>,
    columnWidth: '2.75rem',
    selectedRowKeys: records.map(({ id }) => id).filter(has),
    getCheckboxProps: (record: T) => ({ value: record.id, 'aria-label': nameOf(record) }),
    onSelect: ({ id }: T, on: boolean) => select([id], on),
    onSelectMultiple: (on: boolean, _: T[], changed: T[]) =>
      select(
        changed.map(({ id }) => id),
        on,
      ),
  }
}

/** Reserves the width of the checkbox column while there are no records. */
const EMPTY_CHECKBOX_COLUMN = { columnTitle: ' ', columnWidth: '2.75rem', renderCell: () => null }

interface WaitingProps<T> {
  columns: readonly RecordColumn<T>[]
  /** Whether the rows will have checkboxes once they have loaded. */
  selectable: boolean
}

function Waiting<T>({ columns, selectable }: WaitingProps<T>) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <span role="status">Loading...</span>
      </VisuallyHidden>
      <div aria-hidden="true">
        <Table
          className={styles.frame}
          tableLayout="fixed"
          pagination={false}
          rowKey="id"
          columns={columns.map((column) => ({
            // Placeholders have no title in front.
            ...head({ ...column, named: false }),
            render: () => <Skeleton className={styles.line} />,
          }))}
          dataSource={WAITING}
          {...(selectable && { rowSelection: EMPTY_CHECKBOX_COLUMN })}
        />
      </div>
    </div>
  )
}

/** Returns a column without the content of its cells. */
function head<T>(column: RecordColumn<T>) {
  const { key, title, place, named, actions, width, ellipsis, align } = column
  const names = [place && styles[place], actions && styles.actions].filter(Boolean).join(' ')
  return {
    key,
    title,
    onCell: () => ({ className: names, 'data-name': named ? title : undefined }),
    ...(width !== undefined && { width }),
    ...(ellipsis !== undefined && { ellipsis }),
    ...(align !== undefined && { align }),
  }
}

/** Whether a click hit neither a control nor a dialog of the row, and did not end a text selection. */
function isBesideControls({ target, currentTarget }: MouseEvent): boolean {
  return (
    target instanceof Element &&
    currentTarget.contains(target) &&
    !target.closest(CONTROL) &&
    document.getSelection()?.isCollapsed !== false
  )
}
