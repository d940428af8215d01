// Edge function: takes Stripe's events about purchases (docs/purchases.md). The project's secret it needs:
//   STRIPE_WEBHOOK_SECRET  signing secret of the endpoint (whsec_…), two with a comma while one is rolled
// SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY are there on every project. Deployed without the check of a
// JWT (config.toml), which Stripe does not send: the signature is the proof.
import { failure } from '../_shared/answer.ts'
import { readBody, servePost, setting } from '../_shared/serve.ts'
import { purchaseWebhook } from './purchase-webhook.ts'

/** Bytes. Stripe's events are smaller. */
const largestBody = 1_000_000

servePost(async (request) => {
  const payload = await readBody(request, largestBody)
  if (payload === null) {
    return failure(413, 'TOO_LARGE', 'This is larger than any event.')
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
