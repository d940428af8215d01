import { canPersist } from '@rookies/data/device/persist'
import { PORTAL_NO_STORAGE } from '@rookies/data/session/sign-in'
import { HardDrive } from 'lucide-react'
import styles from '../../ui/maintenance-note.module.css'

/** Warns the person if the browser stores nothing for the site. */
export function NoStorageNote() {
  if (canPersist()) return null
  return (
    <div className={styles.note} role="note">
      <HardDrive aria-hidden="true" />
      <p>{PORTAL_NO_STORAGE}</p>
    </div>
  )
}
