import { formatNumber } from '@rookies/data/wording'
import { Button, Checkbox, Flex } from 'antd'
import type { ReactNode } from 'react'
import styles from './selection-bar.module.css'
import type { Selection } from './use-selection'

/** With `all`, every record that matches the filters can be selected. */
export type BarSelection = Omit<Selection, 'all'> & Partial<Pick<Selection, 'all'>>

interface SelectionBarProps {
  /** Ids of the page's records. */
  ids: readonly string[]
  selection: BarSelection
  /** How many records match the filters. */
  total: number
  totalText: string
  /** Actions on the selected records. */
  children: ReactNode
}

/** The bar above the records of a list: their number, and the actions on selected ones. */
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

/** Selects or deselects the whole page. */
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
