import { expect, test } from '../../support/own-product'
import { demo } from '../../support/world'

test('while the setting requires it, staff have to set up a second factor, and then return to their page', async ({
  open,
  world,
}) => {
  await world.sql('update public.settings set enable_two_factor = true')
  const admin = demo('admin')
  const page = await open('visitor', '/admin/courses?status=DRAFT')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { name: 'Two-Factor Authentication Required' }),
  ).toBeVisible()
  await expect(page).toHaveURL('/admin/courses?status=DRAFT')
  await page.getByRole('link', { name: 'Set Up an Authenticator App' }).click()
  await expect(page.getByText('The back-office requires two-factor sign-in.')).toBeVisible()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await page.locator('code').first().textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Code', { exact: true }).fill(await world.factorCode(secret))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page).toHaveURL('/admin/courses?status=DRAFT')
  await expect(page.getByRole('heading', { name: 'Courses', exact: true })).toBeVisible()

  // After the next sign-in, a code is required before the panel, the person's start page, opens.
  const next = await open('visitor', '/login')
  await next.getByLabel('Email').fill(admin.email)
  await next.getByLabel('Password', { exact: true }).fill(admin.password)
  await next.keyboard.press('Enter')
  await expect(next.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await next.goto('/admin/courses')
  await expect(next).toHaveURL('/login/two-factor?from=%2Fadmin%2Fcourses')
  await next.getByLabel('Code', { exact: true }).fill(await world.factorCode(secret))
  await next.keyboard.press('Enter')
  await expect(next).toHaveURL('/admin/courses')
  await expect(next.getByRole('heading', { name: 'Courses', exact: true })).toBeVisible()

  // A member is not asked for one.
  const member = await open(demo('member'), '/app/dashboard')
  await expect(member.getByRole('heading', { name: 'Courses Library' })).toBeVisible()
})
