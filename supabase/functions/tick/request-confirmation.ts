import { fieldOf } from '../_shared/answer.ts'
import { PATIENCE_MS } from '../_shared/mailer.ts'

/**
 * Has Auth mail the link that confirms an email, as after a sign-up (rules/accounts#correct-person).
 * @param content answer of `private.due_address_mail()`, with the email as `to`
 * @throws if Auth does not answer, or refuses because it mails an email at most once a minute
 */
export async function requestConfirmation(
  content: unknown,
  { authUrl, siteUrl, serviceKey }: { authUrl: string; siteUrl: string; serviceKey: string },
): Promise<void> {
  const back = encodeURIComponent(`${siteUrl.replace(/\/+$/, '')}/login`)
  const answer = await fetch(`${authUrl}/resend?redirect_to=${back}`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ type: 'signup', email: String(fieldOf(content, 'to')) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!answer.ok) throw new Error(`The auth service answered ${answer.status}`)
}
