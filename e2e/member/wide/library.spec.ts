import type { Route } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

test('a course that was not started says Start, and a completed one Review', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse(['text', 'video', 'link'])
  const fresh = await world.course()
  await world.entitle(member, fresh)
  const page = await open(member, '/app/dashboard')
  await expect(page.getByRole('link', { name: `Start ${fresh.title}` })).toBeVisible()
  await expect(page.getByRole('link', { name: `Review ${course.title}` })).toBeVisible()
})

test('a new member is told that they have no courses, and is offered a free lesson', async ({
  open,
  world,
}) => {
  const [newcomer, course] = [await world.person(), await world.course()]
  // Newest courses come first, whatever other tests create at this moment.
  await world.sql(`update public.courses set created_at = now() + interval '1 day' where id = $1`, [
    course.id,
  ])
  const page = await open(newcomer, '/app/dashboard')
  await expect(page.getByText('No courses available')).toBeVisible()
  const free = page.getByRole('region', { name: 'Free lessons to start with' })
  await free.locator(`a[href$="${course.lessons.video}"]`).click()
  await expect(page).toHaveURL(`/app/courses/${course.slug}/lesson/${course.lessons.video}`)
  // The list, which is shown a moment longer, has lessons of other courses with the same title.
  await expect(page.getByRole('heading', { name: 'Video lesson', level: 1 })).toBeVisible()
  await expect(page.getByText('Access required')).toBeHidden()
})

test('a course whose access has ended is named without a link', async ({ open, world }) => {
  const [member, course] = [await world.person(), await world.course()]
  await world.entitle(member, course, '-1 day')
  const page = await open(member, '/app/dashboard')
  await expect(page.getByText('Access ended', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Access ended on \d/)).toBeVisible()
  await page.goto(`/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  await expect(page.getByText('Access required')).toBeVisible()
  await expect(page.getByText('Your access to this course has ended.')).toBeVisible()
})

test('a library that cannot be read says so and can be retried', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/app/profile-that-is-not-there', { expectProblems: [/503/] })
  await page.route('**/rpc/library', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/app/dashboard')
  await expect(page.getByText('Error Loading Courses')).toBeVisible()
  await expect(page.getByText('Failed to load courses. Please try again later.')).toBeVisible()
  await page.unroute('**/rpc/library')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
})

test('a screen waits for one request only', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/login')
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  // The news appear beside the courses, which do not wait for them.
  const news: Route[] = []
  await page.route('**/rpc/my_news', (route) => void news.push(route))
  const calls: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.endsWith('/my_news')) return
    if (path.startsWith('/rest/') || path.startsWith('/auth/')) calls.push(path)
  })
  await page.goto('/app/dashboard')
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  await expect.poll(() => news.length).toBeGreaterThan(0)
  expect(calls.sort()).toEqual(['/rest/v1/rpc/boot', '/rest/v1/rpc/library'])
  await news.at(-1)?.continue()
})

test('the page itself requests a lesson before the application has loaded, and only once', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const reads: string[] = []
  let entry = false
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/course_outline|\/lessons$/.test(pathname)) reads.push(pathname)
  })
  // The application loads only after the page has sent its request.
  await page.route('**/assets/index-*.js', async (route) => {
    await expect.poll(() => reads.length).toBe(2)
    entry = true
    await route.continue()
  })
  await page.goto(`/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  await expect(page.getByRole('heading', { name: 'Why we read' })).toBeVisible()
  expect(entry).toBe(true)
  const own = reads.filter((path) => path.endsWith('course_outline'))
  expect(own).toHaveLength(1)
})
