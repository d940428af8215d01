import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { authPath } from './paths'

/** Redirects the address of an invite to sign-up, with its token if it has one (rules/invites#invite-screen). */
export default function JoinPage() {
  const { token } = useParams()
  const [params] = useSearchParams()
  return <Navigate to={authPath('/signup', { token: token ?? params.get('token') })} replace />
}
