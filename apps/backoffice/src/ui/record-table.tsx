import type { CrudSort, CrudSorting } from '@refinedev/core'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Flex, Table, type TableColumnType, type TableProps } from 'antd'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { ColumnChoice, useHiddenColumns } from './column-choice'
import styles from './record-table.module.css'

/** Where a cell goes when there is no room for columns; it has a line of its own unless told otherwise. */
type Place = 'lead' | 'corner' | 'left' | 'right'

export interface RecordColumn<T> extends Pick<TableColumnType<T>, 'width' | 'ellipsis' | 'align'> {
  key: string
  title: ReactNode
  place?: Place
  /** Says its title before what it shows where there are no heads. */
  named?: boolean
  /** Acts on a record: seen once its row is pointed at, or holds the focus. */
  acts?: boolean
  /** The field by which the server orders the list; left out where it has no such order. */
  sort?: string
  render: (record: T) => ReactNode
}

export interface RecordSelection<T extends { id: string | number }> {
  has: (id: T['id']) => boolean
  select: (ids: readonly T['id'][], on: boolean) => void
  /** What the box of a record is called. */
  nameOf: (record: T) => string
}

export interface RecordTableProps<T extends { id: string | number }> {
  /** The list's name, under which the columns that people choose are remembered; left out for all of them. */
  list?: string
  /** What is listed, for screen readers. */
  label: string
  columns: readonly RecordColumn<T>[]
  /** Undefined while they are on their way. */
  records: readonly T[] | undefined
  /** Others are on their way. */
  dimmed?: boolean
  /** A click anywhere in a row; its cells hold a link or a button that does the same by keyboard. */
  onOpen?: ((record: T) => void) | undefined
  /** For people who may act on many at once. */
  selection?: RecordSelection<T> | undefined
  /** The order that the list has, and the orders that it can have. */
  sorters?: CrudSorting | undefined
  orders?: CrudSorting | undefined
  /** None asks for the list's own order. */
  onSort?: ((sorters: CrudSorting) => void) | undefined
}

/** Rows while a list is on its way. */
const WAITING = Array.from({ length: 5 }, (_, id) => ({ id }))

/** What does something of its own when it is pressed; a press beside a box was meant for the box. */
const CONTROL =
  'a, button, input, select, textarea, label, .ant-select, .ant-table-selection-column'

/**
 * Records under column heads; where there is no room for columns, each one becomes a few lines. Sorting
 * and paging are the server's, so antd's own are off.
 */
export function RecordTable<T extends { id: string | number }>(props: RecordTableProps<T>) {
  const { list = '', label, columns: all, records, dimmed = false, onOpen, selection } = props
  const { sorters = [], orders = [], onSort } = props
  const [hidden] = useHiddenColumns(list)
  const columns = all.filter((column) => !(isChoosable(column, all) && hidden.includes(column.key)))
  if (!records) return <Waiting columns={columns} />
  return (
    <Table<T>
      aria-label={label}
      className={dimmed ? `${styles.frame} ${styles.dimmed}` : styles.frame}
      tableLayout="fixed"
      pagination={false}
      rowKey="id"
      columns={columns.map((column, at) => ({
        ...head(column),
        ...(list && at === columns.length - 1 && choiceIn(column, list, all)),
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

/** Neither what a record is known by nor what is done with it. */
const isChoosable = <T,>(column: RecordColumn<T>, all: readonly RecordColumn<T>[]) =>
  column !== all[0] && column.place !== 'lead' && !column.acts && typeof column.title === 'string'

/** The last head holds the button as well; it is still called what its column is. */
function choiceIn<T>({ title }: RecordColumn<T>, list: string, all: readonly RecordColumn<T>[]) {
  return {
    title: (
      <Flex align="center" justify="space-between">
        <span>{title}</span>
        <ColumnChoice list={list} columns={all.filter((column) => isChoosable(column, all))} />
      </Flex>
    ),
    ...(typeof title === 'string' && { onHeaderCell: () => ({ 'aria-label': title }) }),
  }
}

/** Where the order of a column stands; antd sorts nothing itself. */
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

/** A box in each row; the one for all of them stands above the list, on a phone too. */
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

function Waiting<T>({ columns }: { columns: readonly RecordColumn<T>[] }) {
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
            // A name without what it names says nothing yet.
            ...head({ ...column, named: false }),
            render: () => <Skeleton className={styles.line} />,
          }))}
          dataSource={WAITING}
        />
      </div>
    </div>
  )
}

/** A column but for what its cells show. */
function head<T>(column: RecordColumn<T>) {
  const { key, title, place, named, acts, width, ellipsis, align } = column
  const names = [place && styles[place], acts && styles.acts].filter(Boolean).join(' ')
  return {
    key,
    title,
    onCell: () => ({ className: names, 'data-name': named ? title : undefined }),
    ...(width !== undefined && { width }),
    ...(ellipsis !== undefined && { ellipsis }),
    ...(align !== undefined && { align }),
  }
}

/** Neither on something that does its own nor at the end of marking a text, nor in a dialog that the row opened. */
function isBesideControls({ target, currentTarget }: MouseEvent): boolean {
  return (
    target instanceof Element &&
    currentTarget.contains(target) &&
    !target.closest(CONTROL) &&
    document.getSelection()?.isCollapsed !== false
  )
}
