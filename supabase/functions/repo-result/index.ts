// Edge function: receives the results of tests from jobs of GitHub Actions (docs/rules/repositories.md). It needs SITE_URL,
// if jobs send results to the origin of the product. Every project sets SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY. The
// function is deployed without the check of a JWT (config.toml): jobs send a token of GitHub, which the function checks.
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
