import { serveCall, setting } from '../../../supabase/functions/_shared/serve.ts'
import { checkLinks } from '../../../supabase/functions/check-links/check-links.ts'
import { pinnedNetwork } from '../../../supabase/functions/check-links/pinned-request.ts'

// The function check-links as its index.ts has it, but that it asks this machine too: there is no other network here.
serveCall((body, caller) =>
  checkLinks(body, {
    ...caller,
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    siteUrl: setting('SITE_URL'),
    network: pinnedNetwork,
    allowPrivate: true,
    log: (line) => console.error(line),
  }),
)
