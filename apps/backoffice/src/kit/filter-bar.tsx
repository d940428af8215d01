import { Button, Flex } from 'antd'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import styles from '../ui/filter-bar.module.css'
import { SavedFilters } from './saved-filters'

interface FilterBarProps {
  /** The search field, which is always visible. */
  search: ReactNode
  /** The number of filters that are set. */
  active?: number
  /** The filter fields; on a phone a button opens them. */
  children?: ReactNode
  /** Buttons after the filters. */
  actions?: ReactNode
}

/** The search field and the filters above a list. */
export function FilterBar({ search, active = 0, children, actions }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <Flex wrap align="center" gap={12} className={styles.filters}>
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
      {actions}
    </Flex>
  )
}
