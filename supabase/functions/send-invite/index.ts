// Edge function: mails the link of an invite. It needs the secrets of the mailer (_shared/hosted-mailer.ts);
// without them it answers 501 NO_MAILER. Every project sets SUPABASE_URL, SUPABASE_ANON_KEY and
// SUPABASE_SERVICE_ROLE_KEY.
import { hostedMailer } from '../_shared/hosted-mailer.ts'
import { serveCall, setting } from '../_shared/serve.ts'
import { answerCall } from './send-invite.ts'

serveCall((body, caller) =>
  answerCall(body, {
    ...caller,
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    storageUrl: `${setting('SUPABASE_URL')}/storage/v1`,
    siteUrl: setting('SITE_URL'),
    sender: setting('MAIL_FROM'),
    deliver: hostedMailer(),
    log: (line) => console.error(line),
  }),
)
