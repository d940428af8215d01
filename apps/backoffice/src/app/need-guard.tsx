import type { Need } from '@rookies/data/access/resources'
import { Outlet } from 'react-router-dom'
import { AdminOnly } from './admin-only'
import { meets, usePerson } from './person'

/** Opens a resource's screens to whoever holds what they need. */
export function NeedGuard({ need }: { need: Need }) {
  return meets(usePerson(), need) ? <Outlet /> : <AdminOnly />
}
