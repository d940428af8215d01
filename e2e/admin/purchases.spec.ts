import { choose, pressOption } from '../support/choose'
import { expect, test } from '../support/fixtures'

test('an administrator records a bank transfer, which opens the course, and a refund, which closes it', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Alma Admin' })
  const name = `Ada ${crypto.randomUUID().slice(0, 8)}`
  const [buyer, course] = [await world.person({ name }), await world.course()]
  const page = await open(admin, '/admin/purchases', { expectProblems: [/503/] })
  await page.getByRole('button', { name: 'Record Purchase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Purchase' })
  const send = dialog.getByRole('button', { name: 'Record Purchase' })
  await send.click()
  await expect(dialog.getByText('Please choose who bought it')).toBeVisible()
  await expect(dialog.getByText('Please choose the course')).toBeVisible()
  await dialog.getByLabel('Member').fill(buyer.email)
  await pressOption(page.getByTitle(`${name}, ${buyer.email}`))
  await choose(dialog.getByLabel('Course'), course.title)
  await dialog.getByLabel('Amount').fill('149.90')
  await choose(dialog.getByLabel('Currency'), 'EUR')
  await dialog.getByLabel('Reason').fill('Transfer of 3 November')

  // The server records the purchase but its answer is lost; a repeated request records it once.
  await page.route('**/rpc/record_purchase', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 503, json: {} })
  })
  await send.click()
  await expect(dialog.getByText('Failed to record purchase')).toBeVisible()
  await page.unroute('**/rpc/record_purchase')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Purchase recorded')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByPlaceholder('Search purchases...').fill(buyer.email)
  const rows = page.getByRole('region', { name: 'Purchases' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('€149.90')
  await expect(rows).toContainText('Bank transfer')
  await expect(rows).toContainText('Completed')
  const card = page.getByRole('article').filter({ hasText: 'Total Revenue' })
  await expect(card).toContainText('€149.90')
  const theirs = await open(buyer, '/app/dashboard')
  await expect(theirs.getByText(course.title).first()).toBeVisible()

  await rows.getByRole('button', { name: `Refund €149.90 of ${name}` }).click()
  const refund = page.getByRole('dialog', { name: 'Refund purchase?' })
  await expect(refund.getByText(`${name} loses ${course.title}. Progress is kept.`)).toBeVisible()
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(refund.getByText('Please give a reason, in up to 500 characters')).toBeVisible()
  await refund.getByLabel('Reason').fill('Could not come')
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText('Purchase refunded')).toBeVisible()
  await expect(rows).toContainText('Refunded')
  await expect(card).toContainText('$0.00')
  await expect(rows.getByRole('button', { name: /^Refund/ })).toHaveCount(0)
  expect(
    await world.sql('select 1 from public.entitlements where user_id = $1', [buyer.id]),
  ).toEqual([])
  expect(
    await world.sql(
      `select action, coalesce(after ->> 'refund_reason', after ->> 'reason') as why from public.audit_logs
       where user_id = $1 and target_type = 'purchase' order by id`,
      [admin.id],
    ),
  ).toEqual([
    { action: 'purchase.create', why: 'Transfer of 3 November' },
    { action: 'purchase.refund', why: 'Could not come' },
  ])
})
