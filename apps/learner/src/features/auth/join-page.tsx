import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { authPath } from './paths'

/** The redirect route of invites: on to sign up, with the token if there is one (rules/invites#invite-screen). */
export default function JoinPage() {
  const { token } = useParams()
  const [params] = useSearchParams()
  return <Navigate to={authPath('/signup', { token: token ?? params.get('token') })} replace />
}
