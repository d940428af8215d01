import { expect, test } from '../../support/fixtures'

test('a demotion takes effect at the next request', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}`, { expectProblems: [/4\d\d/] })
  await expect(page.getByRole('button', { name: 'Unpublish Course' })).toBeVisible()
  // The demotion happens between the press and the request. If it came earlier, a live update would remove the button.
  await page.route(/\/rest\/v1\/courses/, async (route) => {
    if (route.request().method() === 'PATCH') {
      await world.sql(`update public.profiles set role = 'MEMBER' where id = $1`, [admin.id])
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Unpublish Course' }).click()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(page.getByText('Failed to unpublish course')).toBeVisible()
  expect(await world.sql('select status from public.courses where id = $1', [course.id])).toEqual([
    { status: 'PUBLISHED' },
  ])
})
