import { accountNotice } from '@rookies/data/access/account-notice'
import type { Account } from '@rookies/data/access/account-state'
import type { PublicSettings } from '@rookies/data/access/boot'
import { accessKeys } from '@rookies/data/session/keys'
import { useQueryClient } from '@tanstack/react-query'
import { Construction, MailCheck, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { usePollBoot } from '../../shared/use-poll-boot'
import { useSignOut } from '../../shared/use-sign-out'
import { Button } from '../../ui/button'
import { ContactText } from '../../ui/contact-text'
import { AuthNotice } from './auth-notice'
import { ResendConfirmation } from './resend-confirmation'

export interface AccountScreenProps {
  account: Account
  settings: PublicSettings
}

/** Says why the account may not enter the members' area, and what the person can do (rules/access#gate). */
export default function AccountScreen({ account, settings }: AccountScreenProps) {
  const notice = accountNotice(account, settings)
  const title = notice?.title ?? settings.site_name
  const queries = useQueryClient()
  const leave = useSignOut()
  const here = useLocation()
  const { email } = account
  const isUnverified = account.state === 'UNVERIFIED'
  // The account is read again from time to time, so that the members' area returns when maintenance ends.
  usePollBoot()
  const [asking, setAsking] = useState(false)

  const askAgain = async () => {
    setAsking(true)
    await queries.refetchQueries({ queryKey: accessKeys.boot() })
    setAsking(false)
  }

  return (
    <AuthNotice
      icon={<Icon state={account.state} />}
      title={title}
      pageTitle={title}
      actions={
        <>
          <Button variant="primary" onClick={askAgain} disabled={asking}>
            {asking ? 'Checking...' : isUnverified ? 'I have verified it' : 'Check again'}
          </Button>
          {isUnverified && email && (
            <ResendConfirmation
              label="Send the email again"
              email={() => email}
              from={here.pathname + here.search}
            />
          )}
          <Button onClick={leave}>Sign out</Button>
        </>
      }
    >
      {notice && (
        <p>
          <ContactText text={notice.message} />
        </p>
      )}
      {/* A full stop would look like a part of the email. */}
      {email && <p>Signed in as {email}</p>}
    </AuthNotice>
  )
}

function Icon({ state }: { state: Account['state'] }) {
  switch (state) {
    case 'UNVERIFIED':
      return <MailCheck />
    case 'MAINTENANCE':
      return <Construction />
    default:
      return <UserRoundX />
  }
}
