import { LIBRARY_PATH } from '@rookies/data/access/home'
import { sessionQuery } from '@rookies/data/session/session-query'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { useData } from '../shared/data-context'
import { ScreenPage } from './screen-page'
import { WELCOME } from './screens'

/**
 * `/`: the library for who is signed in, the welcome page for a visitor (rules/learning#way-in). Neither is drawn
 * before it is known which. Where the check got no answer the library's guard says so, and asks again.
 */
export function FrontDoor() {
  const session = useQuery(sessionQuery(useData()))
  if (session.data || session.isError) return <Navigate to={LIBRARY_PATH} replace />
  return session.isSuccess && <ScreenPage screen={WELCOME} />
}
