import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { doorPath } from './paths'

/** The redirect route of invites: on to sign up, with the token if there is one (rules/invites#invite-screen). */
export default function JoinPage() {
  const { token } = useParams()
  const [params] = useSearchParams()
  return <Navigate to={doorPath('/signup', { token: token ?? params.get('token') })} replace />
}
