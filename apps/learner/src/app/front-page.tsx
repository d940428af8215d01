import { LIBRARY_PATH } from '@rookies/data/access/home'
import { sessionQuery } from '@rookies/data/session/session-query'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { useData } from '../shared/data-context'
import { ScreenPage } from './screen-page'
import { WELCOME } from './screens'

/**
 * The screen at `/`: the library for a signed-in person, the welcome page for a visitor (rules/learning#way-in).
 * Nothing is drawn until the session is known. If the session check gets no answer, the library's guard says so and
 * offers to retry.
 */
export function FrontPage() {
  const session = useQuery(sessionQuery(useData()))
  if (session.data || session.isError) return <Navigate to={LIBRARY_PATH} replace />
  return session.isSuccess && <ScreenPage screen={WELCOME} />
}
