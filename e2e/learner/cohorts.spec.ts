import { randomBytes, randomUUID } from 'node:crypto'
import { callAs } from '../support/api'
import { expect, test } from '../support/fixtures'
import { itemOf, openBell, openLive } from '../support/notifications'
import { untilSeen } from '../support/seen'
import type { Cohort, World } from '../support/world'

/** Sets when a lesson opens for a cohort; `from` is an SQL interval from now, by the clock of the database. */
const openIn = (world: World, { id }: Cohort, lesson: string, from: string) =>
  world.sql(
    `with moment as (select (now() + $3::interval) at time zone 'UTC' as at, (now() at time zone 'UTC')::date - 1 as began),
     begun as (update public.cohorts set starts_on = m.began, ends_on = m.began + 60 from moment m where id = $1)
     insert into public.releases (cohort_id, lesson_id, day, at_time) select $1, $2, at::date - began, at::time from moment
     on conflict (cohort_id, lesson_id) do update set day = excluded.day, at_time = excluded.at_time`,
    [id, lesson, from],
  )

test('a member whom staff add to a cohort gets a notification, and their open library shows the course', async ({
  open,
  world,
}) => {
  const course = await world.course()
  const [member, admin] = [await world.person(), await world.person({ role: 'ADMIN' })]
  const cohort = await world.cohort({ courses: [course] })
  const { page } = await openLive(open, member)
  await expect(page.getByRole('heading', { name: 'No courses available' })).toBeVisible()
  await callAs(world, admin, 'add_cohort_people', { cohort_id: cohort.id, people: [member.id] })
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  await openBell(page)
  await expect(itemOf(page, `You are in ${cohort.title}`)).toBeVisible()
})

test('a stranger joins a cohort by its link, confirms on another device, and finds the week and the others', async ({
  open,
  world,
}) => {
  const course = await world.course()
  const [mate, coach] = [
    await world.person({ name: 'Mia Mate' }),
    await world.person({ name: 'Coco Coach', role: 'MODERATOR' }),
  ]
  const cohort = await world.cohort({ courses: [course], people: [mate], staff: [coach] })
  await openIn(world, cohort, course.lessons.link, '3 days')
  const token = randomBytes(32).toString('hex')
  await world.sql(
    `insert into private.cohort_links (cohort_id, hash) values ($1, sha256(decode($2, 'hex')))`,
    [cohort.id, token],
  )
  const email = `${randomUUID()}@example.test`
  const page = await open('visitor', `/cohort/${token}`, { expectProblems: [/400/] })
  await expect(page.getByRole('heading', { name: `Join ${cohort.title}` })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: course.title })).toBeVisible()
  await page.getByRole('link', { name: 'Create your account' }).click()
  await page.getByLabel('Full Name').fill('Nina New')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('030')
  await page.getByLabel('Password', { exact: true }).fill('abacus')
  await page.getByLabel('Confirm Password', { exact: true }).fill('abacus')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByText('Account created!').waitFor()
  const members = () =>
    world.sql(
      `select p.name, m.by_link from public.cohort_members m join public.profiles p on p.id = m.user_id
       where m.cohort_id = $1 order by p.name`,
      [cohort.id],
    )
  // A sign-up that is not confirmed takes no seat.
  expect(await members()).toEqual([{ name: 'Mia Mate', by_link: false }])

  const mail = await world.mail(email)
  const phone = await open(
    'visitor',
    mail.links.find((link) => link.includes('/confirm-email/')) ?? '',
  )
  await phone.getByRole('button', { name: 'Confirm my email' }).click()
  await phone.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
  // The page on which the person signed up continues by itself.
  await expect(page).toHaveURL('/app/dashboard', { timeout: 15_000 })
  await untilSeen(page)
  expect(await members()).toContainEqual({ name: 'Nina New', by_link: true })
  const week = page.getByRole('region', { name: `This week in ${cohort.title}` })
  await expect(week.getByText('Link lesson')).toBeVisible()
  await week.getByRole('link', { name: cohort.title }).click()
  await expect(page.getByRole('heading', { name: cohort.title, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who looks after you' })).toContainText(
    'Coco Coach',
  )
  await expect(page.getByRole('region', { name: 'Who learns with you' })).toContainText('Mia Mate')
})
