import { Alert } from 'antd'
import { Link } from 'react-router-dom'
import { useMay } from '../may'
import { usePerson } from '../person'

/** Reminds administrators that nobody else can sign in (rules/settings#maintenance). */
export function MaintenanceBanner() {
  const on = usePerson().settings.maintenance_mode
  const mayEnd = useMay('settings', 'update')
  if (!on) return null
  return (
    <Alert
      banner
      role="status"
      message="Everybody but administrators is shut out for maintenance."
      action={mayEnd && <Link to="/admin/settings">Settings</Link>}
    />
  )
}
