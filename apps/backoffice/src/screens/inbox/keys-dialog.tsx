import { enableShortcuts, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { Button, Checkbox, Flex } from 'antd'
import { useState } from 'react'
import { Modal } from '../../ui/modal'

const KEYS: readonly (readonly [string, string])[] = [
  ['J', 'Next row'],
  ['K', 'Previous row'],
  ['Enter', 'Press the first button of the row'],
  ['A', 'Answer the question'],
  ['Ctrl+Enter', 'Send the answer and open the next question'],
  ['E', 'Done'],
  ['S', 'Snooze'],
  ['H', 'Hand over'],
  ['?', 'Show keyboard shortcuts'],
]

/** Lists the keys of the inbox. Single keys can be turned off here. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [enabled, setEnabled] = useState(shortcutsEnabled)
  return (
    <Modal
      open
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Flex component="ul" vertical gap="small">
        {KEYS.map(([key, does]) => (
          <li key={key}>
            <kbd>{key}</kbd> {does}
          </li>
        ))}
      </Flex>
      <Checkbox
        checked={enabled}
        onChange={({ target }) => {
          enableShortcuts(target.checked)
          setEnabled(shortcutsEnabled())
        }}
      >
        Use keyboard shortcuts
      </Checkbox>
    </Modal>
  )
}
