import { queryOptions } from '@tanstack/react-query'
import type { FunctionCaller } from '../client'
import { type Answer, among, boolean, shape } from '../json'

const parseUnsubscription = shape({
  /**
   * The kind of mails that the person can end with a secret address, named as in `preferences`. `reminder_mails` stands
   * for all reminders.
   */
  mail: among(['cohort_mails', 'review_mails', 'morning_mails', 'reminder_mails']),
  /** Whether the person still gets mails of the kind `mail`. */
  wanted: boolean,
})
export type Unsubscription = Answer<typeof parseUnsubscription>

/** Returns the secret in the fragment of an address such as `/unsubscribe#{secret}`; an empty text if there is none. */
export function unsubscribeToken(hash: string): string {
  return hash.replace(/^#/, '')
}

/**
 * Reads which kind of mail the secret of an unsubscribe link ends, and whether the person still gets it. Visitors may
 * call this. Fails with a DataError, `UNKNOWN_ADDRESS` for an unknown or expired secret.
 */
export function unsubscriptionQuery(functions: FunctionCaller, token: string) {
  return queryOptions({
    queryKey: ['unsubscribe', token],
    queryFn: () => call(functions, { token }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Ends the mails that belong to a secret. Repeating the call changes nothing. Throws DataError like
 * `unsubscriptionQuery`.
 */
export function unsubscribe(functions: FunctionCaller, token: string): Promise<Unsubscription> {
  return call(functions, { token, really: true })
}

async function call(
  functions: FunctionCaller,
  asked: { token: string; really?: boolean },
): Promise<Unsubscription> {
  return parseUnsubscription(await functions.invoke('unsubscribe', asked))
}

/** Returns the name of a kind of mails as part of a sentence: `emails with messages to your cohorts`. */
export function mailText(mail: Unsubscription['mail']): string {
  return {
    cohort_mails: 'emails with messages to your cohorts',
    review_mails: 'emails about reviews of your work',
    morning_mails: 'morning emails about your inbox',
    reminder_mails: 'emails that remind you of what comes',
  }[mail]
}

/**
 * Returns a sentence that says where on the site a person reads the content of a kind of mails from which they
 * unsubscribe (`wanted`) or have unsubscribed.
 */
export function withoutMailText({ mail, wanted }: Unsubscription): string {
  if (mail === 'morning_mails') return 'What waits for you is in your inbox.'
  return wanted ? 'They then reach you in the bell only.' : 'They still reach you in the bell.'
}
