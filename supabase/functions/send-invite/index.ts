// Edge function: e-mails the link of an invite. The project's secrets it needs are those of the mailer
// (_shared/hosted-mailer.ts); without them the answer is 501 NO_MAILER. SUPABASE_URL and SUPABASE_ANON_KEY are there on
// every project.
import { hostedMailer } from '../_shared/hosted-mailer.ts'
import { serveCall, setting } from '../_shared/serve.ts'
import { answerCall } from './send-invite.ts'

serveCall((body, caller) =>
  answerCall(body, {
    ...caller,
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    siteUrl: setting('SITE_URL'),
    sender: setting('MAIL_FROM'),
    deliver: hostedMailer(),
    log: (line) => console.error(line),
  }),
)
