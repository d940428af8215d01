import { Dashboard } from '../screens/dashboard/dashboard'
import { StaffInbox } from './staff-inbox'

/** `/admin`: the dashboard. */
export function AdminHome() {
  return <Dashboard inbox={<StaffInbox />} />
}
