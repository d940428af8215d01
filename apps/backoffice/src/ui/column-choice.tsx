import { Columns3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { lazyComponent } from './lazy-component'
import { PopoverButton } from './popover-button'
import { QuietButton } from './quiet-button'
import { useStored } from './use-stored'

export interface ChoosableColumn {
  key: string
  title: ReactNode
}

const NONE: readonly string[] = []

const Columns = lazyComponent(
  () => import('./column-panel'),
  (module) => module.ColumnPanel,
)

/** Reads the stored keys of hidden columns; null if the stored value is malformed. */
function parseKeys(json: unknown): readonly string[] | null {
  return Array.isArray(json) && json.every((key) => typeof key === 'string') ? json : null
}

/** Returns the hidden columns that are stored under a name, and a function that stores others. */
export const useHiddenColumns = (storedAs: string) =>
  useStored(`rookies-columns:${storedAs}`, parseKeys, NONE)

interface ColumnChoiceProps {
  /** The name under which the browser stores the choice. */
  storedAs: string
  /** The columns that may be hidden. */
  columns: readonly ChoosableColumn[]
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
          // Without this, the click would also reach the column head and sort the list.
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        />
      )}
    >
      {(panel) => <Columns {...panel} columns={columns} hidden={hidden} onHide={setHidden} />}
    </PopoverButton>
  )
}
