import { toDataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { Unplug } from 'lucide-react'
import { Button, ButtonLink } from '../../ui/button'
import { AuthNotice } from './auth-notice'

/** Shown when the invite could not be read; the person can try again. */
export function InviteFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <AuthNotice
      icon={<Unplug data-danger />}
      title="The invite could not be opened"
      pageTitle="Invite"
      actions={
        <>
          <Button variant="primary" onClick={retry}>
            Try Again
          </Button>
          <ButtonLink to="/login">Log in</ButtonLink>
        </>
      }
    >
      <p>{authMessage(toDataError(error))}</p>
    </AuthNotice>
  )
}
