// Edge function: says which cohort a join link leads to (rules/cohorts#link). Every project sets SUPABASE_URL
// and SUPABASE_SERVICE_ROLE_KEY. Who opens a link need not have an account: its secret is the right.
import { serveCall, setting } from '../_shared/serve.ts'
import { cohortLink } from './cohort-link.ts'

serveCall((body) =>
  cohortLink(body, {
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    log: (line) => console.error(line),
  }),
)
