// Edge function: the manifest of the installed app, at /site/app.webmanifest (rules/settings#installed-app). It needs the
// secret SITE_URL, the origin of the product. Every project sets SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY. The function
// is deployed without the check of a JWT (config.toml), which browsers do not send for a manifest: everybody may read it.
import { serveRequests, setting } from '../_shared/serve.ts'
import { answerSite } from './site.ts'

serveRequests((request) =>
  answerSite(request, {
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    storageUrl: `${setting('SUPABASE_URL')}/storage/v1`,
    siteUrl: setting('SITE_URL'),
    log: (line) => console.error(line),
  }),
)
