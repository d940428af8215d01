import { useState } from 'react'
import { enableShortcuts, shortcutsEnabled } from '../../shared/single-keys'
import { Dialog } from '../../ui/dialog'
import { SHORTCUTS } from './shortcut-key'
import styles from './shortcuts-dialog.module.css'

export interface ShortcutsDialogProps {
  onClose: () => void
}

/** What each key does, and a way to turn off keys that are pressed by accident. */
export default function ShortcutsDialog({ onClose }: ShortcutsDialogProps) {
  const [enabled, setEnabled] = useState(shortcutsEnabled)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.list}>
        {SHORTCUTS.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
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
