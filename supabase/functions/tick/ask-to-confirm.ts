import { fieldOf } from '../_shared/answer.ts'
import { PATIENCE_MS } from '../_shared/mailer.ts'

/**
 * Has the auth service mail the link that confirms an address, as it does after a sign-up
 * (rules/accounts#correct-person).
 * @param content what `private.due_address_mail()` gives: the address, as `to`
 * @throws where the service does not answer, or not yet: it mails an address once a minute
 */
export async function askToConfirm(
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
