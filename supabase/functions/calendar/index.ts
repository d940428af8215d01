// Edge function: a person's openings as a calendar, at /calendar/{secret}.ics (rules/cohorts#calendar). It
// needs the secret SITE_URL, the origin of the product. Every project sets SUPABASE_URL and
// SUPABASE_SERVICE_ROLE_KEY. The function is deployed without the check of a JWT (config.toml), which
// calendars do not send: the secret in the address is the right.
import { serveRequests, setting } from '../_shared/serve.ts'
import { answerCalendar } from './calendar.ts'

serveRequests((request) =>
  answerCalendar(request, {
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    storageUrl: `${setting('SUPABASE_URL')}/storage/v1`,
    siteUrl: setting('SITE_URL'),
    log: (line) => console.error(line),
  }),
)
