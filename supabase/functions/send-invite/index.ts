// Edge function: e-mails the link of an invite. The project's secrets it needs:
//   SITE_URL        origin of the product
//   RESEND_API_KEY  key of the mail provider; without it the answer is 501 NO_MAILER
//   MAIL_FROM       sender, such as "Rookies <hello@example.org>"
//   MAIL_API_URL    where the provider takes mails as JSON {from, to, subject, html}, if not Resend's
// SUPABASE_URL and SUPABASE_ANON_KEY are there on every project.
import { serveCall, setting } from '../_shared/serve.ts'
import type { InviteMail } from './invite-mail.ts'
import { answerCall } from './send-invite.ts'

serveCall((body, caller) =>
  answerCall(body, {
    ...caller,
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    siteUrl: setting('SITE_URL'),
    sender: setting('MAIL_FROM'),
    deliver: mailer(),
    log: (line) => console.error(line),
  }),
)

/** Null unless everything that a mail needs is set. */
function mailer(): ((mail: InviteMail) => Promise<void>) | null {
  const key = setting('RESEND_API_KEY')
  const from = setting('MAIL_FROM')
  if (key === '' || from === '' || setting('SITE_URL') === '') return null
  return async ({ to, subject, html }) => {
    const answer = await fetch(setting('MAIL_API_URL') || 'https://api.resend.com/emails', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to: [to], subject, html }),
    })
    if (!answer.ok) throw new Error(`The mail provider answered ${answer.status}`)
  }
}
