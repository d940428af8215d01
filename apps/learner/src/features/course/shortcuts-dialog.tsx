import { KeyList, type KeyRow } from '@rookies/ui/components/key-list/key-list'
import { enableShortcuts, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { useState } from 'react'
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

/** The keys of the search, which the viewer does not handle. */
const SEARCH_KEYS = [
  ['Search', '/', 'Ctrl K'],
  ['Move in the results', '↑', '↓'],
  ['Open the result', 'Enter'],
  ['Close', 'Esc'],
] as const

const VIDEO_KEYS: ReadonlySet<ShortcutKey> = new Set(['k', 'j', 'l', '<', '>'])

export interface ShortcutsDialogProps {
  onClose: () => void
}

/** Lists the shortcuts, and lets the person turn them off. */
export default function ShortcutsDialog({ onClose }: ShortcutsDialogProps) {
  const [enabled, setEnabled] = useState(shortcutsEnabled)
  return (
    <Dialog wide title="Keyboard shortcuts" onClose={onClose}>
      <div className={styles.groups}>
        <Keys title="In a lesson" keys={ofViewer((key) => !VIDEO_KEYS.has(key))} />
        <Keys
          title="In a video, if its player supports them"
          keys={ofViewer((key) => VIDEO_KEYS.has(key))}
        />
        <Keys title="In the search" keys={SEARCH_KEYS} />
      </div>
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

const ofViewer = (wanted: (key: ShortcutKey) => boolean): KeyRow[] =>
  SHORTCUT_KEYS.filter(wanted).map((key) => [LABELS[key], key.toUpperCase()])

function Keys({ title, keys }: { title: string; keys: readonly KeyRow[] }) {
  return (
    <section>
      <h3 className={styles.group}>{title}</h3>
      <KeyList rows={keys} className={styles.list} />
    </section>
  )
}
