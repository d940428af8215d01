// Edge function: receives Stripe's events about purchases (docs/purchases.md). It needs the secret
// STRIPE_WEBHOOK_SECRET, the signing secret of the endpoint (whsec_…), or two with a comma while one is
// replaced. Every project sets SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY. The function is deployed without
// the check of a JWT (config.toml), which Stripe does not send: the signature is the proof.
import { failure } from '../_shared/answer.ts'
import { readBody } from '../_shared/read-body.ts'
import { servePost, setting } from '../_shared/serve.ts'
import { purchaseWebhook } from './purchase-webhook.ts'

/** The largest body in bytes; Stripe's events are smaller. */
const largestBody = 1_000_000

servePost(async (request) => {
  const payload = await readBody(request, largestBody)
  if (payload === null) {
    return failure(413, 'TOO_LARGE', 'This request is too large for an event.')
  }
  return purchaseWebhook(
    { payload, signature: request.headers.get('stripe-signature') ?? '' },
    {
      restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
      serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
      secrets: setting('STRIPE_WEBHOOK_SECRET'),
      log: (line) => console.error(line),
    },
  )
})
