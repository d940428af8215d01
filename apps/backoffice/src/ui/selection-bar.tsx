import { formatNumber } from '@rookies/data/wording'
import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import styles from './selection-bar.module.css'
import type { Selection } from './use-selection'

/** All that the filters find can be selected where `all` is there. */
export type BarSelection = Omit<Selection, 'all'> & Partial<Pick<Selection, 'all'>>

interface SelectionBarProps {
  /** The page's. */
  ids: readonly string[]
  /** Left out where nothing can be done with many at once. */
  selection?: BarSelection | undefined
  /** How many the filters find. */
  total: number
  totalWords: string
  /** What can be done with those that were selected. */
  children: ReactNode
}

/** Above the list: how many there are, and what can be done with those that were selected. */
export function SelectionBar({ ids, selection, total, totalWords, children }: SelectionBarProps) {
  const size = selection?.size ?? 0
  return (
    <div className={styles.bar} data-selected={size > 0 || undefined}>
      {selection && ids.length > 0 && <PageBox ids={ids} selection={selection} />}
      <span aria-live="polite">{size > 0 ? `${formatNumber(size)} selected` : totalWords}</span>
      {selection && size > 0 && (
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
    </div>
  )
}

/** Selects or leaves all of the page. */
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
