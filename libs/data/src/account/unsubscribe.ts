import { queryOptions } from '@tanstack/react-query'
import type { FunctionCaller } from '../client'
import { type Answer, among, boolean, shape } from '../json'

const parseUnsubscription = shape({
  /** The kind of mail that a person can end by a secret address, named as in `preferences`; `reminder_mails` are all reminders. */
  mail: among(['cohort_mails', 'review_mails', 'morning_mails', 'reminder_mails']),
  /** Whether such mails still come. */
  wanted: boolean,
})
export type Unsubscription = Answer<typeof parseUnsubscription>

/** Returns the secret of a mail from the fragment of the address `/unsubscribe#{secret}`; an empty text without one. */
export function unsubscribeToken(hash: string): string {
  return hash.replace(/^#/, '')
}

/**
 * Which mails a secret ends, and whether they still come; for visitors, too. Asking changes nothing. Fails with a
 * DataError, `UNKNOWN_ADDRESS` for a secret that is not known or too old.
 */
export function unsubscriptionQuery(functions: FunctionCaller, token: string) {
  return queryOptions({
    queryKey: ['unsubscribe', token],
    queryFn: () => call(functions, { token }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Ends the mails of a secret; a repeated call changes nothing. Throws DataError like `unsubscriptionQuery`. */
export function unsubscribe(functions: FunctionCaller, token: string): Promise<Unsubscription> {
  return call(functions, { token, really: true })
}

async function call(
  functions: FunctionCaller,
  asked: { token: string; really?: boolean },
): Promise<Unsubscription> {
  return parseUnsubscription(await functions.invoke('unsubscribe', asked))
}

/** Returns the name of a kind of mail for use in a sentence: `emails with messages to your cohorts`. */
export function mailText(mail: Unsubscription['mail']): string {
  return {
    cohort_mails: 'emails with messages to your cohorts',
    review_mails: 'emails about reviews of your work',
    morning_mails: 'morning emails about your inbox',
    reminder_mails: 'emails that remind you of what comes',
  }[mail]
}

/** Returns where its reader finds what a kind of mail says, before or after they ended such mails. */
export function withoutMailText({ mail, wanted }: Unsubscription): string {
  if (mail === 'morning_mails') return 'What waits for you is in your inbox.'
  return wanted ? 'They then reach you in the bell only.' : 'They still reach you in the bell.'
}
