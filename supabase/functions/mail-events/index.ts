// Edge function: the webhook of the mail provider (docs/mail.md). It needs the secret MAIL_WEBHOOK_SECRET, the
// signing secret of the provider's webhook. Every project sets SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY. The function
// is deployed without the check of a JWT (config.toml): the signature is the proof.
import { servePost, setting } from '../_shared/serve.ts'
import { mailEvents } from './mail-events.ts'

servePost((request) =>
  mailEvents(request, {
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    secrets: setting('MAIL_WEBHOOK_SECRET'),
    log: (line) => console.error(line),
  }),
)
