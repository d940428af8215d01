import { Button, Flex, Input, Typography } from 'antd'
import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { PopoverPanelProps } from '../ui/popover-button'
import { PopoverPanel } from '../ui/popover-panel'
import { QuietButton } from '../ui/quiet-button'
import type { SavedFilter } from './saved-filters'

interface SavedFiltersPanelProps extends PopoverPanelProps {
  saved: readonly SavedFilter[]
  /** The filters that are set now, as a query string; empty if they are saved already. */
  query: string
  /** The typed name for the current filters. */
  name: string
  onName: (name: string) => void
  onSaved: (saved: readonly SavedFilter[]) => void
  onOpen: (query: string) => void
}

/** The list of saved filters, and a field that saves the current filters. */
export function SavedFiltersPanel(props: SavedFiltersPanelProps) {
  const { saved, query, name, onName, onSaved, onOpen, ...panel } = props
  const id = useId()
  const save = () => {
    const wanted = name.trim()
    if (wanted === '') return
    onSaved([...saved.filter((one) => one.name !== wanted), { name: wanted, query }])
    onName('')
    panel.onClose()
  }
  return (
    <PopoverPanel {...panel}>
      {saved.map((one) => (
        <Flex key={one.name} justify="space-between" align="center">
          <Button
            type="link"
            style={NAME}
            onClick={() => {
              panel.onClose()
              onOpen(one.query)
            }}
          >
            {one.name}
          </Button>
          <QuietButton
            aria-label={`Remove ${one.name}`}
            title="Remove"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => onSaved(saved.filter((other) => other !== one))}
          />
        </Flex>
      ))}
      {saved.length === 0 && (
        <Typography.Text type="secondary">
          Save the current filters under a name, and find them here again.
        </Typography.Text>
      )}
      {query !== '' && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <label htmlFor={id}>Name for the current filters</label>
          <Flex gap="small">
            <Input
              id={id}
              maxLength={60}
              required
              value={name}
              onChange={({ target }) => onName(target.value)}
            />
            <Button htmlType="submit">Save</Button>
          </Flex>
        </form>
      )}
    </PopoverPanel>
  )
}

/** Cuts a long name, so that the button stays beside it. */
const NAME = { flexShrink: 1, minWidth: 0, paddingInline: 0, overflow: 'hidden' } as const
