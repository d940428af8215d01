import { Navigate } from 'react-router-dom'
import { AdminOnly } from './admin-only'
import { meets, usePerson } from './person'
import { PANEL_RESOURCES } from './resources'

/** `/admin`: the first screen in the menu that this person may open. */
export function AdminHome() {
  const person = usePerson()
  const first = PANEL_RESOURCES.find(({ need }) => meets(person, need))
  return first ? <Navigate to={first.screens[0].path} replace /> : <AdminOnly />
}
