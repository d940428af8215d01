import type { RequiredPermission } from '@rookies/data/access/resources'
import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { AdminOnly } from './admin-only'
import { leaveFlash } from './flash'
import { useMeets } from './may'
import { useHome } from './open-resources'

/**
 * Lets people with the needed right open a resource's screens. Others are led to their first screen in the panel
 * with a message (rules/access#denied-panel); a person without any screen gets the message here.
 */
export function NeedGuard({ need }: { need: RequiredPermission }) {
  const met = useMeets(need)
  const home = useHome()
  if (met) return <Outlet />
  return home ? <TakenHome to={home.path} /> : <AdminOnly />
}

function TakenHome({ to }: { to: string }) {
  useEffect(() => leaveFlash('admin-denied'), [])
  return <Navigate to={to} replace />
}
