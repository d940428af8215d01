import type { Route } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

test('a screen waits for only one request, and the page requests a lesson before the application has loaded', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/login')
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  // Requests for the news, which the courses do not wait for.
  const news: Route[] = []
  await page.route('**/rpc/my_news', (route) => void news.push(route))
  const calls: string[] = []
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/course_outline|\/lessons$/.test(pathname)) reads.push(pathname)
    if (pathname.endsWith('/my_news')) return
    if (pathname.startsWith('/rest/') || pathname.startsWith('/auth/')) calls.push(pathname)
  })
  await page.goto('/app/dashboard')
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  await expect.poll(() => news.length).toBeGreaterThan(0)
  expect(calls.sort()).toEqual(['/rest/v1/rpc/boot', '/rest/v1/rpc/library'])
  await news.at(-1)?.continue()
  await page.unroute('**/rpc/my_news')

  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  reads.splice(0)
  let entry = false
  // The code of the application is held back until the page itself has sent its request.
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
