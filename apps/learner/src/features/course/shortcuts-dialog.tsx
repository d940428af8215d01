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
  a: 'Add a note',
  k: 'Play or pause',
  j: 'Back 10 seconds',
  l: 'Forward 10 seconds',
  '<': 'Slower',
  '>': 'Faster',
  '?': 'Show keyboard shortcuts',
}

const VIDEO_KEYS: ReadonlySet<ShortcutKey> = new Set(['k', 'j', 'l', '<', '>'])

export interface ShortcutsDialogProps {
  onClose: () => void
}

/** Lists the shortcuts, and lets the person turn them off. */
export default function ShortcutsDialog({ onClose }: ShortcutsDialogProps) {
  const [enabled, setEnabled] = useState(shortcutsEnabled)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Keys keys={SHORTCUT_KEYS.filter((key) => !VIDEO_KEYS.has(key))} />
      <h3 className={styles.group}>In a video, if its player supports them</h3>
      <Keys keys={SHORTCUT_KEYS.filter((key) => VIDEO_KEYS.has(key))} />
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

function Keys({ keys }: { keys: readonly ShortcutKey[] }) {
  return (
    <dl className={styles.list}>
      {keys.map((key) => (
        <div key={key}>
          <dt>{LABELS[key]}</dt>
          <dd>
            <kbd>{key.toUpperCase()}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  )
}
