import { Button, Checkbox } from 'antd'
import { Columns3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PopoverButton } from './popover-button'
import { QuietButton } from './quiet-button'
import { useStored } from './use-stored'

interface Column {
  key: string
  title: ReactNode
}

const NONE: readonly string[] = []

/** Parses the stored keys of a list's hidden columns; null if malformed. */
function parseKeys(json: unknown): readonly string[] | null {
  return Array.isArray(json) && json.every((key) => typeof key === 'string') ? json : null
}

/** The hidden columns that are stored under this name. */
export const useHiddenColumns = (storedAs: string) =>
  useStored(`rookies-columns:${storedAs}`, parseKeys, NONE)

interface ColumnChoiceProps {
  /** The name under which the browser stores the choice. */
  storedAs: string
  /** The columns that may be hidden. */
  columns: readonly Column[]
}

/** A button in a table's head that opens a panel for choosing columns. */
export function ColumnChoice({ storedAs, columns }: ColumnChoiceProps) {
  const [open, setOpen] = useState(false)
  const [hidden, setHidden] = useHiddenColumns(storedAs)
  return (
    <PopoverButton
      title="Columns"
      open={open}
      onOpenChange={setOpen}
      button={(attributes) => (
        <QuietButton
          {...attributes}
          aria-label="Columns"
          title="Columns"
          icon={<Columns3 aria-hidden="true" />}
          // The column head around the button would sort.
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        />
      )}
    >
      {columns.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={!hidden.includes(key)}
          onChange={({ target }) =>
            setHidden(target.checked ? hidden.filter((one) => one !== key) : [...hidden, key])
          }
        >
          {title}
        </Checkbox>
      ))}
      <Button size="small" disabled={hidden.length === 0} onClick={() => setHidden(NONE)}>
        Show All
      </Button>
    </PopoverButton>
  )
}
