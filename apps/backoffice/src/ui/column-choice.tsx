import { Button, Checkbox, Flex } from 'antd'
import { Columns3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Modal } from './modal'
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

/** A button in a table's head that opens a dialog for choosing columns. */
export function ColumnChoice({ storedAs, columns }: ColumnChoiceProps) {
  const [open, setOpen] = useState(false)
  const [hidden, setHidden] = useHiddenColumns(storedAs)
  return (
    <>
      <QuietButton
        aria-label="Columns"
        title="Columns"
        icon={<Columns3 aria-hidden="true" />}
        onClick={(event) => {
          // The column head around the button would sort.
          event.stopPropagation()
          setOpen(true)
        }}
        onKeyDown={(event) => event.stopPropagation()}
      />
      <Modal
        open={open}
        title="Columns"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button disabled={hidden.length === 0} onClick={() => setHidden(NONE)}>
              Show All
            </Button>
            <Button type="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </>
        }
      >
        <Flex vertical gap="small">
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
        </Flex>
      </Modal>
    </>
  )
}
