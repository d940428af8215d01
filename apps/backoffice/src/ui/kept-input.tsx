import { momentText } from '@rookies/data/time/moment-text'
import { Alert, Button, Flex } from 'antd'
import { RestoreButton } from './restore-button'

interface KeptInputProps {
  /** When the unsaved text was stored, as an ISO date. */
  keptAt: string
  /** Whether somebody has saved other values after the unsaved text was stored. */
  older: boolean
  onRestore: () => void
  onDiscard: () => void
}

/**
 * Says that the form has unsaved text from an earlier visit, and offers to restore it (rules/interface#nothing-lost).
 */
export function KeptInput({ keptAt, older, onRestore, onDiscard }: KeptInputProps) {
  return (
    <Alert
      role="status"
      type="info"
      style={BELOW}
      message={`You were writing here on ${momentText(keptAt)} and did not save it.`}
      description={
        <Flex vertical gap="small">
          {older && 'This has been saved since, with other values in the fields that you changed.'}
          <Flex wrap gap="small">
            <RestoreButton onClick={onRestore}>Restore</RestoreButton>
            <Button onClick={onDiscard}>Discard</Button>
          </Flex>
        </Flex>
      }
    />
  )
}

const BELOW = { marginBlockEnd: 'var(--space-4)' }
