import {
  mailText,
  unsubscribe,
  unsubscribeToken,
  unsubscriptionQuery,
  withoutMailText,
} from '@rookies/data/account/unsubscribe'
import { toDataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailX, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useFunctions } from '../../shared/use-functions'
import { Button, ButtonLink } from '../../ui/button'
import { Refusal } from '../../ui/refusal'
import { useAttempt } from '../../ui/use-attempt'
import { AuthLoading } from './auth-loading'
import { AuthNotice } from './auth-notice'

/** Ends a kind of mail by the secret in the fragment of the mail's link (rules/accounts#preferences). */
export default function UnsubscribePage() {
  const [token] = useState(() => unsubscribeToken(location.hash))
  const functions = useFunctions()
  const queries = useQueryClient()
  const asked = unsubscriptionQuery(functions, token)
  const query = useQuery(asked)
  const { busy, refusal, attempt } = useAttempt(authMessage)
  const end = () =>
    attempt(async () => {
      queries.setQueryData(asked.queryKey, await unsubscribe(functions, token))
    })
  const toProfile = <ButtonLink to="/app/profile">Go to your profile</ButtonLink>

  if (query.isPending) return <AuthLoading title="Unsubscribe" label="Looking up your mails..." />
  if (query.isError) {
    const error = toDataError(query.error)
    const unknown = error.code === 'UNKNOWN_ADDRESS'
    return (
      <AuthNotice
        icon={<Unplug />}
        title={unknown ? 'This link is not valid any more.' : 'The link could not be opened'}
        pageTitle="Unsubscribe"
        actions={
          unknown ? (
            toProfile
          ) : (
            <Button variant="primary" onClick={() => query.refetch()}>
              Try Again
            </Button>
          )
        }
      >
        <p>
          {unknown
            ? 'It is not known, or older than a year. You choose your mails in your profile.'
            : authMessage(error)}
        </p>
      </AuthNotice>
    )
  }
  const mails = mailText(query.data.mail)
  return query.data.wanted ? (
    <AuthNotice
      icon={<MailX />}
      title={`No more ${mails}?`}
      pageTitle="Unsubscribe"
      actions={
        <>
          <Button writes variant="primary" onClick={end} disabled={busy}>
            {busy ? 'Unsubscribing...' : 'Unsubscribe'}
          </Button>
          {toProfile}
        </>
      }
    >
      <p>{withoutMailText(query.data)}</p>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
    </AuthNotice>
  ) : (
    <AuthNotice
      icon={<MailX />}
      title={`You get no more ${mails}.`}
      pageTitle="Unsubscribe"
      actions={toProfile}
    >
      <p>{withoutMailText(query.data)} You can change this in your profile.</p>
    </AuthNotice>
  )
}
