import { KeysDialog } from '../../ui/keys-dialog'
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

const ROWS = Object.entries(REVIEW_KEYS).map(
  ([key, typed]) => [LABELS[key as ReviewKey], typed] as const,
)

/** Lists the keys of the review screen. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <KeysDialog size="form" rows={ROWS} className={styles.keys} onClose={onClose}>
      <p className={styles.note}>
        In the lines of the work, the arrow keys move, Shift and an arrow select lines, and Enter
        writes a remark on them. Esc leaves a field.
      </p>
    </KeysDialog>
  )
}
