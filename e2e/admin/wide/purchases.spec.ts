import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { choose, fillDay } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { reportSale } from '../../support/stripe'
import type { Person, World } from '../../support/world'

async function sell(
  world: World,
  buyer: Person,
  values: { cents: number; currency: string; status: string; day: string },
): Promise<string> {
  const ref = `pi_${randomUUID().replaceAll('-', '')}`
  await world.sql(
    `insert into public.purchases (user_id, amount_cents, currency, provider, provider_ref, status, created_at)
     values ($1, $2, $3, 'stripe', $4, $5, $6)`,
    [buyer.id, values.cents, values.currency, ref, values.status, `${values.day}T12:00:00Z`],
  )
  return ref
}

async function buyerOfFour(world: World) {
  const buyer = await world.person({ name: `Bea ${randomUUID().slice(0, 8)}` })
  const eur = { currency: 'EUR', status: 'COMPLETED' }
  const refs = [
    await sell(world, buyer, { ...eur, cents: 14_900, day: '2026-02-01' }),
    await sell(world, buyer, { ...eur, cents: 5_000, day: '2026-02-10' }),
    await sell(world, buyer, {
      cents: 1_500,
      currency: 'JPY',
      status: 'COMPLETED',
      day: '2026-02-20',
    }),
    await sell(world, buyer, {
      cents: 9_900,
      currency: 'USD',
      status: 'PENDING',
      day: '2026-03-01',
    }),
  ]
  return { buyer, refs }
}

test("an administrator filters purchases, whose figures follow the filter, and exports them, each in its currency's units", async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { buyer, refs } = await buyerOfFour(world)
  const page = await open(admin, '/admin')
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Purchases').click()
  await expect(page).toHaveURL('/admin/purchases')
  await page.getByPlaceholder('Search purchases...').fill(buyer.email)
  const list = page.getByRole('region', { name: 'Purchases' })
  const rows = list.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(4)
  const card = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  await expect(card('Total Revenue')).toContainText('€199.00')
  await expect(card('Total Revenue')).toContainText('¥1,500')
  await expect(card('Completed')).toContainText('3')
  await expect(card('Pending')).toContainText('1')
  await expect(card('Total Purchases')).toContainText('4')

  await choose(page.getByRole('combobox', { name: 'Status' }), 'Completed')
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('3 purchases', { exact: true })).toBeAttached()
  await expect(card('Total Purchases')).toContainText('4')
  await expect(card('Pending')).toContainText('1')

  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await begun
  expect(file.suggestedFilename()).toMatch(/^purchases-.*\.csv$/)
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain(
    'Date (Europe/London),Status,Amount,Refunded,Currency,Provider,Ref,Name,Email,Item',
  )
  expect(lines.map((line) => line.split(',').slice(2, 7).join())).toEqual([
    `COMPLETED,1500,0,JPY,stripe`,
    `COMPLETED,50,0,EUR,stripe`,
    `COMPLETED,149,0,EUR,stripe`,
  ])
  expect(lines[0]).toContain(String(refs[2]))

  await fillDay(page.getByLabel('From'), '2026-02-05')
  await fillDay(page.getByLabel('to', { exact: true }), '2026-02-15')
  await expect(rows).toHaveCount(1)
  await expect(card('Total Revenue')).toContainText('€50.00')
  await expect(page).toHaveURL(/status=COMPLETED.*from=2026-02-05.*to=2026-02-15/)
  for (const name of ['Amount', 'Member', 'Item', 'Provider', 'Ref', 'Date', 'Status']) {
    await expect(list.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  await expect(rows).toContainText('€50.00 EUR')
  await expect(rows.getByRole('cell', { name: 'Stripe', exact: true })).toBeVisible()
  await expect(rows.getByRole('cell', { name: `${refs[1]}`, exact: true })).toBeVisible()
  await expect(rows.getByText(/^Feb 10, 2026, \d\d:\d\d$/)).toBeVisible()
  await expect(rows.getByText('Completed', { exact: true })).toBeVisible()

  // The address contains the filters, so it can be shared, and Back undoes a filter.
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.goBack()
  await expect(rows).toHaveCount(2)
  await page.goto(`/admin/purchases?q=${refs[2]}`)
  await expect(rows).toContainText('¥1,500 JPY')
  await list.getByRole('link', { name: buyer.name }).click()
  await expect(page).toHaveURL(`/admin/members/${buyer.id}`)
  await expect(page.getByText(buyer.email)).toBeVisible()
})

test('an event of Stripe opens the course at once and is in the list', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const [buyer, course] = [await world.person(), await world.course()]
  const ref = `pi_${randomUUID().replaceAll('-', '')}`
  const page = await open(admin, '/admin/purchases')
  const answer = await reportSale(page, {
    payment_intent: ref,
    client_reference_id: buyer.id,
    metadata: { course_slug: course.slug },
  })
  expect(answer).toEqual({ received: true, outcome: 'GRANTED', problems: [] })
  await page.goto(`/admin/purchases?q=${ref}`)
  const row = page.getByRole('region', { name: 'Purchases' }).locator('tbody').getByRole('row')
  await expect(row).toContainText(course.title)
  await expect(row).toContainText(buyer.email)
  const theirs = await open(buyer, '/app/dashboard')
  await expect(theirs.getByRole('heading', { name: course.title }).getByRole('link')).toBeVisible()
})

test('on a phone a button opens the filters and says how many are set', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { buyer } = await buyerOfFour(world)
  const page = await open(admin, `/admin/purchases?q=${buyer.email}&from=2026-02-05`, {
    viewport: { width: 360, height: 740 },
  })
  const rows = page.getByRole('region', { name: 'Purchases' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  const status = page.getByRole('combobox', { name: 'Status' })
  await expect(status).toBeHidden()
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await choose(status, 'Completed')
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Filters (2)', expanded: true })).toBeVisible()
})
