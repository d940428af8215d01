import { toDataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { Unplug } from 'lucide-react'
import { Button } from '../../ui/button'
import { AuthNotice } from './auth-notice'

/** The invite could not be looked up; trying again may help. */
export function InviteFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <AuthNotice
      icon={<Unplug />}
      title="The invite could not be opened"
      pageTitle="Invite"
      actions={
        <Button variant="primary" onClick={retry}>
          Try Again
        </Button>
      }
    >
      <p>{authMessage(toDataError(error))}</p>
    </AuthNotice>
  )
}
