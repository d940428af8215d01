import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/** Reports a paid Checkout session to the product, as Stripe does. Returns the answer. */
export async function reportSale(page: Page, session: object): Promise<unknown> {
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        id: `cs_${randomUUID()}`,
        object: 'checkout.session',
        mode: 'payment',
        payment_status: 'paid',
        amount_total: 14_900,
        currency: 'eur',
        ...session,
      },
    },
  })
  const time = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', process.env.E2E_WEBHOOK_SECRET ?? '')
    .update(`${time}.${payload}`)
    .digest('hex')
  const answer = await page.request.post('/functions/v1/purchase-webhook', {
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${v1}` },
    data: Buffer.from(payload),
  })
  return answer.json()
}
