import { KeyList, type KeyRow } from '@rookies/ui/components/key-list/key-list'
import { enableShortcuts, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import styles from './keys-dialog.module.css'
import { Modal, type ModalProps } from './modal'

interface KeysDialogProps extends Pick<ModalProps, 'size'> {
  rows: readonly KeyRow[]
  /** The CSS class of the keys. */
  className?: string | undefined
  children?: ReactNode
  onClose: () => void
}

/** Lists the keys of a screen. The dialog can turn single keys off. */
export function KeysDialog({ rows, className = '', size, children, onClose }: KeysDialogProps) {
  const [enabled, setEnabled] = useState(shortcutsEnabled)
  return (
    <Modal size={size} title="Keyboard Shortcuts" onClose={onClose}>
      <KeyList rows={rows} className={`${styles.keys} ${className}`} />
      {children}
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
