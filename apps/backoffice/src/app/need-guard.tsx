import type { Need } from '@rookies/data/access/resources'
import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { AdminOnly } from './admin-only'
import { sayNext } from './flash'
import { meets, type Person, usePerson } from './person'
import { PANEL_RESOURCES } from './resources'

/**
 * Opens a resource's screens to whoever holds what they need. Anybody else is taken to their own first
 * screen in the panel and told why there (decisions §3); whoever has none is told here.
 */
export function NeedGuard({ need }: { need: Need }) {
  const person = usePerson()
  if (meets(person, need)) return <Outlet />
  const home = firstScreen(person)
  return home ? <TakenHome to={home} /> : <AdminOnly />
}

/** The first screen in the menu that this person may open; null for somebody with none. */
function firstScreen(person: Person): string | null {
  const first = PANEL_RESOURCES.find(({ need }) => meets(person, need))
  return first ? first.screens[0].path : null
}

function TakenHome({ to }: { to: string }) {
  useEffect(() => sayNext('admin-denied'), [])
  return <Navigate to={to} replace />
}
