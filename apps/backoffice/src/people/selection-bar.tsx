import type { Member } from '@rookies/data/members/member-list'
import { Button, Checkbox } from 'antd'
import { KeyRound } from 'lucide-react'
import styles from './member-list.module.css'

interface SelectionBarProps {
  /** The page's. */
  members: readonly Member[]
  selected: ReadonlySet<string> | 'all'
  /** How many are selected. */
  size: number
  /** How many the filters find. */
  total: number
  totalWords: string
  onSelect: (ids: readonly string[], on: boolean) => void
  onAll: () => void
  onClear: () => void
  onAct: () => void
}

/** Above the list: how many there are, and what can be done with those that were selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { members, selected, size, total, totalWords, onSelect, onAll, onClear, onAct } = props
  const ids = members.map(({ id }) => id)
  const here = selected === 'all' ? ids.length : ids.filter((id) => selected.has(id)).length
  const page = here === ids.length
  return (
    <div className={styles.bar} data-selected={size > 0 || undefined}>
      <Checkbox
        checked={page}
        indeterminate={here > 0 && !page}
        aria-label="Select this page"
        onChange={({ target }) => (selected === 'all' ? onClear() : onSelect(ids, target.checked))}
      />
      <span aria-live="polite">
        {size > 0 ? `${size.toLocaleString('en-US')} selected` : totalWords}
      </span>
      {size > 0 && (
        <>
          {selected !== 'all' && page && total > size && (
            <Button size="small" onClick={onAll}>
              {`Select all ${total.toLocaleString('en-US')}`}
            </Button>
          )}
          <Button
            size="small"
            type="primary"
            icon={<KeyRound aria-hidden="true" />}
            onClick={onAct}
          >
            Grant or Revoke Courses
          </Button>
          <Button size="small" onClick={onClear}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  )
}
