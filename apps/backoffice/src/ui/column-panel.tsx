import { Button, Checkbox } from 'antd'
import type { ChoosableColumn } from './column-choice'
import type { PopoverPanelProps } from './popover-button'
import { PopoverPanel } from './popover-panel'

interface ColumnPanelProps extends PopoverPanelProps {
  columns: readonly ChoosableColumn[]
  /** The keys of the hidden columns. */
  hidden: readonly string[]
  onHide: (keys: readonly string[]) => void
}

/** A checkbox for each column that may be hidden. */
export function ColumnPanel({ columns, hidden, onHide, ...panel }: ColumnPanelProps) {
  return (
    <PopoverPanel {...panel}>
      {columns.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={!hidden.includes(key)}
          onChange={({ target }) =>
            onHide(target.checked ? hidden.filter((one) => one !== key) : [...hidden, key])
          }
        >
          {title}
        </Checkbox>
      ))}
      <Button size="small" disabled={hidden.length === 0} onClick={() => onHide([])}>
        Show All
      </Button>
    </PopoverPanel>
  )
}
