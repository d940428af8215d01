import { LIBRARY_PATH } from '@rookies/data/access/home'
import { TicketX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button'
import { AuthNotice } from './auth-notice'

interface LinkClosedProps {
  title: string
  pageTitle: string
  signedIn: boolean
  /** What a visitor can do besides logging in; the home page unless given. */
  otherwise?: ReactNode
  children: ReactNode
}

/** Shown for a link that lets nobody in: says why, and offers a way on. */
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
