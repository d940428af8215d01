// Edge function: sends the due mails at each call (docs/deploy.md). It needs the secret TICK_SECRET, which
// the caller sends as `Authorization: Bearer …`, and those of the mailer (_shared/hosted-mailer.ts). Every
// project sets SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY. The function is deployed without the check of a
// JWT (config.toml): the secret is the proof.
import { hostedMailer } from '../_shared/hosted-mailer.ts'
import { servePost, setting } from '../_shared/serve.ts'
import { tick } from './tick.ts'

servePost((request) =>
  tick(request.headers.get('authorization') ?? '', {
    secret: setting('TICK_SECRET'),
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    storageUrl: `${setting('SUPABASE_URL')}/storage/v1`,
    authUrl: `${setting('SUPABASE_URL')}/auth/v1`,
    functionsUrl: `${setting('SUPABASE_URL')}/functions/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    siteUrl: setting('SITE_URL'),
    askHost: fetch,
    deliver: hostedMailer(),
    log: (line) => console.error(line),
  }),
)
