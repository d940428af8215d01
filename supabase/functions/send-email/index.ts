// Edge function: Auth's hook for its mails (docs/mail.md). It needs the secret SEND_EMAIL_HOOK_SECRET, which Auth has
// too, and those of the mailer (_shared/hosted-mailer.ts). Every project sets SUPABASE_URL and
// SUPABASE_SERVICE_ROLE_KEY. The function is deployed without the check of a JWT (config.toml), because it checks
// the signature of the hook instead.
import { hostedMailer } from '../_shared/hosted-mailer.ts'
import { servePost, setting } from '../_shared/serve.ts'
import { MAIL_PATIENCE_MS, sendEmail } from './send-email.ts'

servePost((request) =>
  sendEmail(request, {
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    storageUrl: `${setting('SUPABASE_URL')}/storage/v1`,
    authUrl: `${setting('SUPABASE_URL')}/auth/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    siteUrl: setting('SITE_URL'),
    secrets: setting('SEND_EMAIL_HOOK_SECRET'),
    deliver: hostedMailer(MAIL_PATIENCE_MS),
    log: (line) => console.error(line),
  }),
)
