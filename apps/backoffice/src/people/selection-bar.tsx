import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import styles from './member-list.module.css'
import type { Selection } from './use-selection'

interface SelectionBarProps {
  /** The page's. */
  ids: readonly string[]
  selection: Selection
  /** How many the filters find. */
  total: number
  totalWords: string
  /** What can be done with those that were selected. */
  children: ReactNode
}

/** Above the list: how many there are, and what can be done with those that were selected. */
export function SelectionBar({ ids, selection, total, totalWords, children }: SelectionBarProps) {
  const { selected, size, has, select, all, clear } = selection
  const here = ids.filter(has).length
  const page = here === ids.length
  return (
    <div className={styles.bar} data-selected={size > 0 || undefined}>
      <Checkbox
        checked={page}
        indeterminate={here > 0 && !page}
        aria-label="Select this page"
        onChange={({ target }) => (selected === 'all' ? clear() : select(ids, target.checked))}
      />
      <span aria-live="polite">
        {size > 0 ? `${size.toLocaleString('en-US')} selected` : totalWords}
      </span>
      {size > 0 && (
        <>
          {selected !== 'all' && page && total > size && (
            <Button size="small" onClick={all}>
              {`Select all ${total.toLocaleString('en-US')}`}
            </Button>
          )}
          {children}
          <Button size="small" onClick={clear}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  )
}
