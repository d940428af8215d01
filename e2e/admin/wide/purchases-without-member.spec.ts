import { randomUUID } from 'node:crypto'
import { pressOption } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { untilSeen } from '../../support/seen'
import { reportSale } from '../../support/stripe'

test('an administrator finds a sale without a member in the inbox, and assigns it there to its payer', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const name = `Ada ${randomUUID().slice(0, 8)}`
  const [buyer, course] = [await world.person({ name }), await world.course()]
  const ref = `pi_${randomUUID().replaceAll('-', '')}`
  const email = `${randomUUID()}@example.org`
  const page = await open(admin, '/admin', { expectProblems: [/503/] })
  expect(
    await reportSale(page, {
      payment_intent: ref,
      // An amount above 32 bits.
      amount_total: 3_600_000_000,
      currency: 'idr',
      metadata: { course_slug: course.slug },
      customer_details: { email },
    }),
  ).toEqual({ received: true, outcome: 'RECORDED', problems: ['NO_MEMBER'] })

  const rows = page.getByRole('region', { name: 'Purchases' }).locator('tbody').getByRole('row')
  await page.goto(`/admin/purchases?status=NO_MEMBER&q=${email}`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('IDR 36,000,000')
  await expect(rows).toContainText(email)
  await expect(rows).not.toContainText('Completed')

  // The purchase has waited longer than rows of other tests, so that it comes first.
  await world.sql(
    `update public.purchases set created_at = now() - interval '5 years' where provider_ref = $1`,
    [ref],
  )
  await page.goto('/admin')
  const line = page
    .getByRole('region', { name: 'Inbox' })
    .getByRole('listitem')
    .filter({ hasText: email })
  await expect(line).toContainText('IDR 36,000,000')

  // The next steps use only the keyboard.
  await line.getByRole('button', { name: /^Give to a Member:/ }).focus()
  await untilSeen(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Give to a Member' })
  const send = dialog.getByRole('button', { name: 'Give Purchase' })
  await expect(send).toBeVisible()
  await untilSeen(page)
  await send.press('Enter')
  await expect(dialog.getByText('Please choose who paid')).toBeVisible()
  await expect(dialog.getByLabel('Member')).toBeFocused()
  await dialog.getByLabel('Member').fill(buyer.email)
  await pressOption(page.getByTitle(`${name}, ${buyer.email}`))
  await expect(dialog.getByText(`${name} gets ${course.title} at once.`)).toBeVisible()

  // The server assigns the purchase but its answer is lost; a repeated request assigns it once.
  await page.route('**/rpc/assign_purchase', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 503, json: {} })
  })
  await send.click()
  await expect(dialog.getByText('Failed to give purchase')).toBeVisible()
  await page.unroute('**/rpc/assign_purchase')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Purchase given')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(line).toHaveCount(0)
  await page.goto(`/admin/purchases?q=${ref}`)
  await expect(rows).toContainText('Completed')
  await expect(rows).toContainText(buyer.email)
  const theirs = await open(buyer, '/app/dashboard')
  await expect(theirs.getByRole('heading', { name: course.title }).getByRole('link')).toBeVisible()
})

test('an administrator sees a payment event that cannot be processed, and dismisses it', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/purchases', {
    viewport: { width: 360, height: 740 },
  })
  const slug = `sold-${randomUUID()}`
  expect(
    await reportSale(page, {
      payment_intent: `pi_${randomUUID()}`,
      amount_total: 2 ** 60,
      metadata: { course_slug: slug },
    }),
  ).toEqual({ received: true, outcome: 'REFUSED', problems: ['BAD_AMOUNT'] })
  await page.reload()
  const events = page.getByRole('region', { name: 'Events to Review' })
  const [notice] = await world.sql(
    `select event_id from private.purchase_notices where dealt_at is null and reasons = '{BAD_AMOUNT}' order by told_at desc limit 1`,
  )
  const event = events.getByRole('listitem').filter({ hasText: String(notice?.event_id) })
  await expect(event).toContainText('Its amount is not a valid whole number.')
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  await event.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(page.getByText('Event dismissed')).toBeVisible()
  await expect(event).toHaveCount(0)
})
