// Edge function: receives the results of tests from jobs of GitHub Actions (docs/rules/repositories.md). Supabase sets
// SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY in every project. The secret SITE_URL is needed only if jobs send results to
// the origin of the product instead of the Supabase project. Supabase does not check the token of a request (config.toml),
// because jobs send a token of GitHub. The function checks the token itself.
import { readBody } from '../_shared/read-body.ts'
import { servePost, setting } from '../_shared/serve.ts'
import { GITHUB, issuerKeys } from './issuer-keys.ts'
import { LARGEST_BODY, repoResult, TOO_LARGE } from './repo-result.ts'

const issuers = new Map([[GITHUB, issuerKeys(`${GITHUB}/.well-known/jwks`)]])

servePost(async (request) => {
  const payload = await readBody(request, LARGEST_BODY)
  if (payload === null) return TOO_LARGE
  return repoResult(
    { payload, authorization: request.headers.get('authorization') ?? '' },
    {
      restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
      serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
      origins: [setting('SITE_URL'), setting('SUPABASE_URL')]
        .filter((address) => URL.canParse(address))
        .map((address) => new URL(address).origin),
      issuers,
      log: (line) => console.error(line),
    },
  )
})
