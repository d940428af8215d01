// Edge function: asks where the links of a course lead (rules/courses#check-links). The project's secrets it needs:
//   SITE_URL        origin of the product, told to the servers that are asked
// SUPABASE_URL, SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY are there on every project.
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
    allowPrivate: false,
    log: (line) => console.error(line),
  }),
)
