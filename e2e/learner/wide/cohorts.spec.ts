import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { holdRequests } from '../../support/hold-requests'
import { interceptRequests } from '../../support/intercept'
import { untilSeen } from '../../support/seen'
import type { Cohort, Course, World } from '../../support/world'

/** Sets when a lesson opens for a cohort; `from` is an SQL interval from now, by the clock of the database. */
const openIn = (world: World, { id }: Cohort, lesson: string, from: string) =>
  world.sql(
    `with moment as (select (now() + $3::interval) at time zone 'UTC' as at, (now() at time zone 'UTC')::date - 1 as began),
     begun as (update public.cohorts set starts_on = m.began, ends_on = m.began + 60 from moment m where id = $1)
     insert into public.releases (cohort_id, lesson_id, day, at_time) select $1, $2, at::date - began, at::time from moment
     on conflict (cohort_id, lesson_id) do update set day = excluded.day, at_time = excluded.at_time`,
    [id, lesson, from],
  )

const lessonPath = ({ slug }: Course, lesson: string) => `/app/courses/${slug}/lesson/${lesson}`

/** Counts the requests for the outline from now on. */
function outlineRequests(page: Page) {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/rpc/course_outline')) asked += 1
  })
  return () => asked
}

test('a lesson says when it opens, and opens by itself with one request, on a device whose clock is wrong', async ({
  open,
  world,
}) => {
  const [member, course] = [await world.person(), await world.course()]
  const cohort = await world.cohort({ courses: [course], people: [member] })
  await openIn(world, cohort, course.lessons.text, '30 minutes')
  const page = await open(member, '/app/notes')
  // The test moves only the page's clock, so the page must not learn the server's time from the bell.
  await interceptRequests(page, '**/rpc/notification_feed*', () => undefined)
  // Without live changes, so that the page does not read the outline because the opening has changed.
  await page.routeWebSocket(/realtime/, () => undefined)
  // The clock of this device is twenty minutes ahead. The test advances it by less than an hour: after an hour the
  // session is renewed, and the page learns the server's time.
  await page.clock.install({ time: Date.now() + 20 * 60_000 })
  // The opening call is held back, so that the page is drawn before it learns the server's time.
  const answer = await holdRequests(page, '**/rpc/boot*')
  await page.goto(lessonPath(course, course.lessons.text))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Reading lesson', level: 1 })).toBeVisible()
  await answer()
  await expect(main.getByText(/^Opens .* UTC, in 29 min/)).toBeVisible()
  await expect(page.getByText('Why we read')).toHaveCount(0)

  const asked = outlineRequests(page)
  // By the wrong clock of this device, the lesson would be open now.
  await page.clock.fastForward('15:00')
  await expect(main.getByText(/, in 1\d min/).first()).toBeVisible()
  expect(asked()).toBe(0)
  await openIn(world, cohort, course.lessons.text, '-1 minute')
  await page.clock.fastForward('15:10')
  await expect(main.getByRole('heading', { name: 'Why we read' })).toBeVisible()
  expect(asked()).toBe(1)
})

test('a person chooses their time zone and their mails, and creates the address for their calendar app', async ({
  open,
  world,
}) => {
  const [member, course] = [await world.person(), await world.course()]
  const cohort = await world.cohort({ courses: [course], people: [member] })
  await openIn(world, cohort, course.lessons.text, '3 days')
  const page = await open(member, '/app/profile')
  const cohorts = page.getByRole('region', { name: 'Cohorts' })
  await cohorts.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await expect(page.getByText('Saved')).toBeVisible()
  const emails = page.getByRole('region', { name: 'Emails' })
  const saved = () =>
    world.sql(
      'select time_zone, cohort_mails, review_mails from public.preferences where user_id = $1',
      [member.id],
    )
  const chosen = { time_zone: 'Asia/Tokyo', cohort_mails: false, review_mails: true }
  await emails.getByLabel('Email me the messages to my cohorts').uncheck()
  await expect.poll(saved).toEqual([chosen])
  await emails.getByLabel('Email me when my work is reviewed').uncheck()
  await expect.poll(saved).toEqual([{ ...chosen, review_mails: false }])

  await cohorts.getByRole('link', { name: cohort.title }).click()
  const calendar = page.getByRole('region', { name: 'Your calendar' })
  await untilSeen(page)
  await calendar.getByRole('button', { name: 'Make an address' }).click()
  const address = await calendar.getByLabel('Address').inputValue()
  const feed = await (await fetch(address)).text()
  expect(feed).toContain('SUMMARY:Reading lesson opens')
  await calendar.getByRole('button', { name: 'Take it away' }).click()
  await untilSeen(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click()
  await expect(calendar.getByRole('button', { name: 'Make an address' })).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
})
