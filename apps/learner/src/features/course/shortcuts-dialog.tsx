import { useState } from 'react'
import { enableShortcuts, shortcutsEnabled } from '../../shared/single-keys'
import { Dialog } from '../../ui/dialog'
import { SHORTCUT_KEYS, type ShortcutKey } from './shortcut-key'
import styles from './shortcuts-dialog.module.css'

const LABELS: Record<ShortcutKey, string> = {
  n: 'Next lesson',
  p: 'Previous lesson',
  m: 'Mark as complete',
  c: 'Complete and continue',
  k: 'Play or pause the video',
  j: 'Back 10 seconds in the video',
  l: 'Forward 10 seconds in the video',
  '<': 'Play the video slower',
  '>': 'Play the video faster',
  '?': 'Show keyboard shortcuts',
}

export interface ShortcutsDialogProps {
  onClose: () => void
}

/** What each key does, and a way to turn off keys that are pressed by accident. */
export default function ShortcutsDialog({ onClose }: ShortcutsDialogProps) {
  const [enabled, setEnabled] = useState(shortcutsEnabled)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.list}>
        {SHORTCUT_KEYS.map((key) => (
          <div key={key}>
            <dt>{LABELS[key]}</dt>
            <dd>
              <kbd>{key.toUpperCase()}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <label className={styles.enable}>
        <input
          type="checkbox"
          checked={enabled}
          onChange={({ target }) => {
            enableShortcuts(target.checked)
            setEnabled(shortcutsEnabled())
          }}
        />
        Use keyboard shortcuts
      </label>
    </Dialog>
  )
}
