import type { ReactElement } from 'react'
import { ListTable, type ListTableProps } from '../kit/list-table'

interface PersonListProps<T extends { id: string | number }>
  extends Pick<ListTableProps<T>, 'label' | 'columns'> {
  read: ListTableProps<T>['query'] & { data: readonly T[] | undefined }
  /** Shown when the list is empty. */
  empty: string
  icon: ReactElement
}

/** A list on one tab of a person's page. */
export function PersonList<T extends { id: string | number }>(props: PersonListProps<T>) {
  const { read, empty, icon, ...list } = props
  return <ListTable {...list} query={read} records={read.data} empty={{ icon, title: empty }} />
}
