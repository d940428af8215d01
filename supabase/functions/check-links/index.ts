// Edge function: checks the links of a course (rules/courses#check-links). It needs the secret SITE_URL, the
// origin of the product, which it sends to the asked servers. Every project sets SUPABASE_URL,
// SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY.
import { serveCall, setting } from '../_shared/serve.ts'
import { checkLinks } from './check-links.ts'
import { pinnedNetwork } from './pinned-request.ts'

serveCall((body, caller) =>
  checkLinks(body, {
    ...caller,
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    siteUrl: setting('SITE_URL'),
    network: pinnedNetwork,
    meanwhile: (work) => work(),
    allowPrivate: false,
    log: (line) => console.error(line),
  }),
)
