import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import type { ComponentProps, ReactElement } from 'react'
import { ReadList } from '../../../ui/read-list'

type Read<T extends { id: string | number }> = ComponentProps<typeof ReadList<T>>

interface PersonListProps<T extends { id: string | number }>
  extends Pick<Read<T>, 'label' | 'read' | 'columns'> {
  /** What is said when there are none. */
  empty: string
  icon: ReactElement
}

/** One list of a person's page. */
export function PersonList<T extends { id: string | number }>(props: PersonListProps<T>) {
  const { empty, icon, ...list } = props
  return (
    <ReadList
      {...list}
      failed={`Failed to load ${list.label.toLowerCase()}`}
      empty={<EmptyState icon={icon} title={empty} />}
    />
  )
}
