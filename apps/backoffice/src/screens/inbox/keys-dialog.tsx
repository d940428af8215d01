import type { KeyRow } from '@rookies/ui/components/key-list/key-list'
import { KeysDialog } from '../../ui/keys-dialog'

const KEYS: readonly KeyRow[] = [
  ['Next row', 'J'],
  ['Previous row', 'K'],
  ['Press the first button of the row', 'Enter'],
  ['Answer the question', 'A'],
  ['Send the answer and open the next question', 'Ctrl+Enter'],
  ['Done', 'E'],
  ['Snooze', 'S'],
  ['Hand over', 'H'],
  ['Show keyboard shortcuts', '?'],
]

/** Lists the keys of the inbox. */
export function InboxKeys({ onClose }: { onClose: () => void }) {
  return <KeysDialog rows={KEYS} onClose={onClose} />
}
