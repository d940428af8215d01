import { serveCall, setting } from '../../../supabase/functions/_shared/serve.ts'
import { checkLinks } from '../../../supabase/functions/check-links/check-links.ts'
import { pinnedNetwork } from '../../../supabase/functions/check-links/pinned-request.ts'

// Runs the function check-links like its index.ts, except that it may also request addresses of this machine, because
// the check has no other network.
serveCall((body, caller) =>
  checkLinks(body, {
    ...caller,
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    siteUrl: setting('SITE_URL'),
    network: pinnedNetwork,
    meanwhile: (work) => work(),
    allowPrivate: true,
    log: (line) => console.error(line),
  }),
)
