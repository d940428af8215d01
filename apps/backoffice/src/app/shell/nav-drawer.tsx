import { X } from 'lucide-react'
import { useModalDialog } from '../../ui/use-modal-dialog'
import type { Panel } from '../resources'
import { Brand } from './brand'
import styles from './nav-drawer.module.css'
import { PanelNav } from './panel-nav'

interface NavDrawerProps {
  panel: Panel
  open: boolean
  onClose: () => void
}

/** The menu on a narrow screen. */
export function NavDrawer({ panel, open, onClose }: NavDrawerProps) {
  const dialog = useModalDialog({ open, onClose })
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu">
      <div className={styles.top}>
        <Brand panel={panel} />
        <button type="button" className={styles.close} aria-label="Close menu" onClick={onClose}>
          <X aria-hidden="true" />
        </button>
      </div>
      <PanelNav panel={panel} onFollow={onClose} />
    </dialog>
  )
}
