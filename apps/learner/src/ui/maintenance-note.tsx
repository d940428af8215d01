import { maintenanceMessage } from '@rookies/data/access/account-notice'
import { Construction } from 'lucide-react'
import { useBoot } from '../shared/use-boot'
import { usePollBoot } from '../shared/use-poll-boot'
import styles from './maintenance-note.module.css'

/** Tells visitors that the site is in maintenance; draws nothing otherwise. */
export function MaintenanceNote() {
  const settings = useBoot()?.settings
  usePollBoot(settings?.maintenance_mode ?? false)
  if (!settings?.maintenance_mode) return null
  return (
    <div className={styles.note} role="status">
      <Construction aria-hidden="true" />
      <p>{maintenanceMessage(settings.site_name)}</p>
    </div>
  )
}
