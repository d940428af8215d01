// Edge function: takes Stripe's events about purchases (docs/purchases.md). The project's secret it needs:
//   STRIPE_WEBHOOK_SECRET  signing secret of the endpoint (whsec_…), two with a comma while one is rolled
// SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY are there on every project. Deployed without the check of a
// JWT (config.toml), which Stripe does not send: the signature is the proof.
import { purchaseWebhook } from './purchase-webhook.ts'

declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Promise<Response>): void
}

/** Bytes. Stripe's events are smaller. */
const largestBody = 1_000_000

Deno.serve(async (request) => {
  if (request.method !== 'POST') {
    return json(405, { code: 'METHOD_NOT_ALLOWED', message: 'Only POST is answered here.' })
  }
  const payload = new Uint8Array(await request.arrayBuffer())
  if (payload.length > largestBody) {
    return json(413, { code: 'TOO_LARGE', message: 'This is larger than any event.' })
  }
  const answer = await purchaseWebhook(
    { payload, signature: request.headers.get('stripe-signature') ?? '' },
    {
      restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
      serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
      secrets: setting('STRIPE_WEBHOOK_SECRET'),
      log: (line) => console.error(line),
    },
  )
  return json(answer.status, answer.body)
})

function setting(name: string): string {
  return Deno.env.get(name) ?? ''
}

function json(status: number, body: Record<string, unknown>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
  })
}
