import type { RequiredPermission } from '@rookies/data/access/resources'
import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { AdminOnly } from './admin-only'
import { sayNext } from './flash'
import { useMeets } from './may'
import { useHome } from './open-resources'

/**
 * Opens a resource's screens to people with the right they need. Others are taken to their own first
 * screen in the panel and told why there (rules/access#denied-panel); a person without one is told here.
 */
export function NeedGuard({ need }: { need: RequiredPermission }) {
  const met = useMeets(need)
  const home = useHome()
  if (met) return <Outlet />
  return home ? <TakenHome to={home.path} /> : <AdminOnly />
}

function TakenHome({ to }: { to: string }) {
  useEffect(() => sayNext('admin-denied'), [])
  return <Navigate to={to} replace />
}
