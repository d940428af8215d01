import { enableShortcuts, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Modal } from '../../ui/modal'
import styles from './inbox.module.css'

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
      title="Keyboard Shortcuts"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className={styles.keys}>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>{does}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
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
