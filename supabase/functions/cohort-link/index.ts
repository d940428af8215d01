// Edge function: says which cohort a join link leads to (rules/cohorts#link). Every project sets SUPABASE_URL and
// SUPABASE_SERVICE_ROLE_KEY. A person who opens a link needs no account: the secret of the link is the right.
import { serveCall, setting } from '../_shared/serve.ts'
import { cohortLink } from './cohort-link.ts'

serveCall((body) =>
  cohortLink(body, {
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    log: (line) => console.error(line),
  }),
)
