import { expect, test } from '../support/fixtures'
import { enter, logIn, secretOn } from '../support/two-factor'

const wrongCode = /This code is wrong or too old/

test('a member sets up an authenticator app, is asked for its code, and removes the app', {
  tag: '@real',
}, async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/app/profile/two-factor', { expectProblems: [/422/] })
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  // A cancelled attempt does not prevent a second one.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const secret = await secretOn(page)
  const picture = page.getByRole('img', { name: 'QR code for your authenticator app' })
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('Please enter the six digits of the code')).toBeVisible()
  const code = await world.factorCode(secret)
  await enter(page, code === '000000' ? '111111' : '000000')
  await expect(page.getByText(wrongCode).first()).toBeVisible()
  await enter(page, code)

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  await expect(
    page.getByRole('listitem').filter({ hasText: /^[0-9a-f]{5}(-[0-9a-f]{5}){3}$/ }),
  ).toHaveCount(10)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as text' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()

  // From now on, a sign-in with the password alone leads to the page that asks for the code, whatever address is
  // opened.
  const lesson = `/app/courses/${course.slug}/lesson/${course.lessons.link}`
  const next = await open('visitor', lesson, { expectProblems: [/422/] })
  await logIn(next, member)
  await expect(next.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await expect(next.getByLabel('Code', { exact: true })).toBeFocused()
  await next.goto('/app/dashboard')
  await expect(next.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await next.goto(lesson)
  await expect(next.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await enter(next, '12345')
  await expect(next.getByText('Please enter the six digits of the code')).toBeVisible()
  const current = await world.factorCode(secret)
  await enter(next, current === '000000' ? '111111' : '000000')
  await expect(next.getByText(wrongCode).first()).toBeVisible()
  await enter(next, current)
  await expect(next).toHaveURL(lesson)
  await expect(next.getByRole('heading', { name: 'Link lesson' })).toBeVisible()

  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await page.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect(page.getByText('Two-factor sign-in is off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()

  const last = await open('visitor', '/login')
  await logIn(last, member)
  await expect(last).toHaveURL('/app/dashboard')
})
