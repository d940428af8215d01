// Edge function: sends the mails that are due, each time it is called (docs/deploy.md, Turn the motor). The project's
// secrets it needs: TICK_SECRET, which the caller sends as `Authorization: Bearer …`, and those of the mailer
// (_shared/hosted-mailer.ts). SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY are there on every project. Deployed without
// the check of a JWT (config.toml): the secret is the proof.
import { hostedMailer } from '../_shared/hosted-mailer.ts'
import { servePost, setting } from '../_shared/serve.ts'
import { tick } from './tick.ts'

servePost((request) =>
  tick(request.headers.get('authorization') ?? '', {
    secret: setting('TICK_SECRET'),
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    storageUrl: `${setting('SUPABASE_URL')}/storage/v1`,
    authUrl: `${setting('SUPABASE_URL')}/auth/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    siteUrl: setting('SITE_URL'),
    deliver: hostedMailer(),
    log: (line) => console.error(line),
  }),
)
