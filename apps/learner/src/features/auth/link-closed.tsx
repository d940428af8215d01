import { LIBRARY_PATH } from '@rookies/data/access/home'
import { TicketX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button'
import { AuthNotice } from './auth-notice'

interface LinkClosedProps {
  title: string
  pageTitle: string
  signedIn: boolean
  /** A link besides the one to the sign-in; by default to the home page. */
  otherwise?: ReactNode
  children: ReactNode
}

/** Shown for a link that can no longer be used: says why, and links to where the person can continue. */
export function LinkClosed({
  signedIn,
  otherwise = <ButtonLink to="/">Return to Home</ButtonLink>,
  ...notice
}: LinkClosedProps) {
  return (
    <AuthNotice
      {...notice}
      icon={<TicketX />}
      actions={
        signedIn ? (
          <ButtonLink variant="primary" to={LIBRARY_PATH}>
            Go to your library
          </ButtonLink>
        ) : (
          <>
            <ButtonLink variant="primary" to="/login">
              Log in
            </ButtonLink>
            {otherwise}
          </>
        )
      }
    />
  )
}
