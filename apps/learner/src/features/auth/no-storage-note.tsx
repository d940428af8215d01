import { keepsAnything } from '@rookies/data/device/keeps'
import { PORTAL_IN_PAGE } from '@rookies/data/session/kept-in-page'
import { HardDrive } from 'lucide-react'
import styles from '../../ui/maintenance-note.module.css'

/** Warns the person if the browser stores nothing for the site. */
export function NoStorageNote() {
  if (keepsAnything()) return null
  return (
    <div className={styles.note} role="note">
      <HardDrive aria-hidden="true" />
      <p>{PORTAL_IN_PAGE}</p>
    </div>
  )
}
