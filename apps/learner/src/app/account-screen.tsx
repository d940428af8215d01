import type { Account, AccountNotice } from '@rookies/data/access/account-state'
import { bootQuery } from '@rookies/data/access/boot'
import { accessKeys } from '@rookies/data/session/keys'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Construction, MailCheck, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../shared/data-context'
import { usePageTitle } from '../shared/use-page-title'
import { useSignOut } from '../shared/use-sign-out'
import { Button } from '../ui/button'
import { PublicPage } from '../ui/public-page'
import styles from './screens.module.css'

export interface AccountScreenProps {
  account: Account
  notice: AccountNotice
}

/** Milliseconds between two looks whether the account may enter, each a little different, so that not all ask at once. */
const nextLook = () => 45_000 + Math.random() * 30_000

/**
 * Replaces the members' area for an account that may not enter, and says why and what the person can do
 * (rules/access#gate).
 */
export default function AccountScreen({ account, notice }: AccountScreenProps) {
  usePageTitle(notice.title)
  const queries = useQueryClient()
  const leave = useSignOut()
  // The members' area comes back by itself when maintenance ends.
  useQuery({
    ...bootQuery(useData()),
    refetchInterval: nextLook,
    refetchOnWindowFocus: 'always',
  })
  const [asking, setAsking] = useState(false)

  const askAgain = async () => {
    setAsking(true)
    await queries.refetchQueries({ queryKey: accessKeys.boot() })
    setAsking(false)
  }

  return (
    <PublicPage>
      <div className={styles.middle}>
        <EmptyState
          level={1}
          icon={<Icon state={account.state} />}
          title={notice.title}
          actions={
            <>
              <Button variant="primary" onClick={askAgain} disabled={asking}>
                {asking ? 'Checking...' : 'Try Again'}
              </Button>
              <Button onClick={leave}>Sign out</Button>
            </>
          }
        >
          <p>{notice.message}</p>
          {account.email && <p>Signed in as {account.email}.</p>}
        </EmptyState>
      </div>
    </PublicPage>
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
