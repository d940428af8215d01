// Edge function: ends a kind of mail by the secret address in it (rules/cohorts#messages). It needs the secret
// SITE_URL, the origin of the product. Every project sets SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY. The
// function is deployed without the check of a JWT (config.toml), which mailboxes do not send: the secret is
// the right.
import { answerCall, serveRequests, setting } from '../_shared/serve.ts'
import { answerAddress, isAddress, unsubscribe } from './unsubscribe.ts'

serveRequests((request) => {
  const options = {
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    siteUrl: setting('SITE_URL'),
    log: (line: string) => console.error(line),
  }
  return isAddress(request.url)
    ? answerAddress(request, options)
    : answerCall(request, (body) => unsubscribe(body, options))
})
