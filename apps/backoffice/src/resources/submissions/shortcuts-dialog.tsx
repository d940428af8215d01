import { enableShortcuts, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Modal } from '../../ui/modal'
import styles from './review.module.css'
import { REVIEW_KEYS, type ReviewKey } from './review-keys'

const LABELS: Record<ReviewKey, string> = {
  level: 'Level of the criterion, and on to the next one',
  all: 'Highest level of every criterion',
  next: 'Next criterion',
  previous: 'Previous criterion',
  pass: 'Passed',
  again: 'Please go on',
  comment: 'Write the comment',
  remark: 'Remark on the line with the focus',
  reply: 'Insert a saved reply',
  changes: 'Show or hide what changed',
  brief: 'Show or hide the brief',
  skip: 'Next work, without a review of this one',
  undo: 'Take back the review that was just published',
  publish: 'Publish, and open the next work',
  help: 'Show keyboard shortcuts',
}

/** Lists the keys of the review screen. Single keys can be turned off here. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [enabled, setEnabled] = useState(shortcutsEnabled)
  return (
    <Modal
      open
      size="form"
      title="Keyboard Shortcuts"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className={styles.keys}>
        {Object.entries(REVIEW_KEYS).map(([key, typed]) => (
          <div key={key}>
            <dt>{LABELS[key as ReviewKey]}</dt>
            <dd>
              <kbd>{typed}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        In the lines of the work, the arrow keys move, Shift and an arrow select lines, and Enter
        writes a remark on them. Esc leaves a field.
      </p>
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
