import { formatNumber } from '@rookies/data/wording'
import { Button, Checkbox, Flex } from 'antd'
import type { ReactNode } from 'react'
import styles from './selection-bar.module.css'
import type { Selection } from './use-selection'

/** A selection. With `all`, the bar can select every record that matches the filters. */
export type BarSelection = Omit<Selection, 'all'> & Partial<Pick<Selection, 'all'>>

interface SelectionBarProps {
  /** Ids of the records on the page. */
  ids: readonly string[]
  selection: BarSelection
  /** Number of records that match the filters. */
  total: number
  totalText: string
  /** The actions on the selected records. */
  children: ReactNode
}

/** The bar above a list: the number of records, and the actions on the selected ones. */
export function SelectionBar({ ids, selection, total, totalText, children }: SelectionBarProps) {
  const { size } = selection
  return (
    <Flex
      wrap
      align="center"
      gap="0.5rem 1rem"
      className={styles.bar}
      data-selected={size > 0 || undefined}
    >
      <PageBox ids={ids} selection={selection} />
      <span aria-live="polite">{size > 0 ? `${formatNumber(size)} selected` : totalText}</span>
      {size > 0 && (
        <>
          {selection.all &&
            selection.selected !== 'all' &&
            total > size &&
            ids.every(selection.has) && (
              <Button size="small" onClick={selection.all}>
                {`Select all ${formatNumber(total)}`}
              </Button>
            )}
          {children}
          <Button size="small" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      )}
    </Flex>
  )
}

/** The checkbox that selects or deselects all records of the page. */
function PageBox({ ids, selection }: { ids: readonly string[]; selection: BarSelection }) {
  const { selected, has, select, clear } = selection
  const some = ids.some(has)
  const every = ids.every(has)
  return (
    <Checkbox
      checked={every}
      indeterminate={some && !every}
      aria-label="Select this page"
      onChange={({ target }) => (selected === 'all' ? clear() : select(ids, target.checked))}
    />
  )
}
