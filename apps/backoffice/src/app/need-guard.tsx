import type { RequiredPermission } from '@rookies/data/access/resources'
import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { AdminOnly } from './admin-only'
import { leaveFlash } from './flash'
import { useHasRight } from './may'
import { useHome } from './open-resources'

/**
 * Opens a resource's screens to people with the needed right. Others are sent to the first screen that they may open,
 * which shows a message (rules/access#denied-panel); a person who may open no screen gets the message here.
 */
export function NeedGuard({ need }: { need: RequiredPermission }) {
  const met = useHasRight(need)
  const home = useHome()
  if (met) return <Outlet />
  return home ? <TakenHome to={home.path} /> : <AdminOnly />
}

function TakenHome({ to }: { to: string }) {
  useEffect(() => leaveFlash('admin-denied'), [])
  return <Navigate to={to} replace />
}
