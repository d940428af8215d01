import { expect, test } from '../support/fixtures'
import { choose, linkFromMail, updated } from '../support/reset-password'

test('a person replaces a forgotten password, whatever device they read the mail on', {
  tag: '@real',
}, async ({ open, world }) => {
  const member = await world.person()
  const asking = await open('visitor', '/login')
  const link = await linkFromMail(asking, world, member)

  const page = await open('visitor', link, { expectProblems: [/400/] })
  await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByText(member.email)).toBeVisible()

  await choose(page, 'new words', 'other words')
  await expect(page.getByText("Passwords Don't Match", { exact: true })).toBeVisible()
  await choose(page, 'short')
  await expect(page.getByText('Password Too Short')).toBeVisible()
  await page.reload()
  await choose(page, 'new words')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(updated)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('rookies-recovery'))).toBeNull()

  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('new words')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/dashboard')
})
