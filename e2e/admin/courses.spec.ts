import { expect, test } from '../support/fixtures'

test('an administrator finds a course, unpublishes and publishes it, and learners notice', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Alex Admin' })
  const { member, course } = await world.memberWithCourse()
  const page = await open(admin, '/admin')
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Courses').click()
  await expect(page).toHaveURL(/\/admin\/courses/)
  await expect(page.getByRole('heading', { name: 'Courses', exact: true })).toBeVisible()
  await expect(page.getByText('Manage your course catalog')).toBeVisible()
  await page.getByPlaceholder('Search courses...').fill(course.title)
  await expect(page).toHaveURL(/Course/)
  await expect(page.getByText(`/courses/${course.slug}`)).toBeVisible()
  await page.getByRole('link', { name: `Edit Course: ${course.title}` }).click()
  await expect(page).toHaveURL(`/admin/courses/${course.id}`)
  await expect(page.getByText('First module')).toBeVisible()
  await expect(page.getByText('Reading lesson')).toBeVisible()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByText('Visible to users when published')).toBeVisible()

  await page.getByRole('button', { name: 'Unpublish Course' }).click()
  await expect(page.getByText(/^1 person loses this course: /)).toBeVisible()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(page.getByText('Course Unpublished').first()).toBeVisible()
  const learner = await open(member, `/app/courses/${course.slug}`)
  await expect(
    learner.getByText('Course not found. Please check the URL and try again.'),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Publish Course' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Course Published!')).toBeVisible()
  await learner.getByRole('button', { name: 'Retry' }).click()
  await expect(learner.getByRole('heading', { name: 'Reading lesson' })).toBeVisible()
  expect(
    await world.sql(
      `select action, user_id from public.audit_logs where target_id = $1 and user_id is not null order by id`,
      [course.id],
    ),
  ).toEqual([
    { action: 'course.unpublish', user_id: admin.id },
    { action: 'course.publish', user_id: admin.id },
  ])
})
