import { Button } from 'antd'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import styles from '../ui/filter-bar.module.css'
import { SavedFilters } from './saved-filters'

interface FilterBarProps {
  /** Always to be seen. */
  search: ReactNode
  /** How many of the fields narrow the list down. */
  active?: number
  /** The fields; on a phone they stand behind one button. */
  children?: ReactNode
  /** Behind them: what can be done with the list. */
  acts?: ReactNode
}

/** What narrows a list down, above it. */
export function FilterBar({ search, active = 0, children, acts }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.filters}>
      {search}
      {children && (
        <>
          <Button
            className={styles.fold ?? ''}
            icon={<ListFilter aria-hidden="true" />}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {active > 0 ? `Filters (${active})` : 'Filters'}
          </Button>
          <div id={id} className={styles.fields} data-open={open || undefined}>
            {children}
          </div>
        </>
      )}
      <SavedFilters />
      {acts}
    </div>
  )
}
