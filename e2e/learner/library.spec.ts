import { fakePlayer, fakeProvider } from '../support/fake-player'
import { expect, test } from '../support/fixtures'
import { origin } from '../support/world'

test('a member resumes a video with one press at the second where they stopped, from the front page and the library', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse(['text'])
  await world.sql(
    `update public.lessons set video_provider = 'YOUTUBE', video_asset_id = 'aqz-KE-bpKQ' where id = $1`,
    [course.lessons.video],
  )
  await world.sql(
    `insert into public.lesson_progress (user_id, lesson_id, position_sec, duration_sec) values ($1, $2, 431.5, 1199)`,
    [member.id, course.lessons.video],
  )
  const page = await open(member, '/')
  await expect(page.getByText('07:11 of 19:59')).toBeVisible()
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 1199, true)
  const onward = page
    .getByRole('region', { name: 'Continue where you stopped' })
    .getByRole('link', { name: /^Continue/ })
  for (const address of ['/', '/app/dashboard']) {
    if (address !== '/') await page.goto(address)
    await expect(page.getByText(/^07:1\d of 19:59$/)).toBeVisible()
    await onward.click()
    await expect(page).toHaveURL(`/app/courses/${course.slug}/lesson/${course.lessons.video}`)
    const player = await fakePlayer(page)
    expect(await player.evaluate(() => window.player.playing())).toBe(true)
    expect(await player.evaluate(() => window.player.position())).toBeGreaterThanOrEqual(431)
  }

  // After a reload, the video does not start by itself.
  await page.reload()
  await expect(page.getByRole('button', { name: /^Resume at/ })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test("a member's library shows the progress of each course and sorts as chosen", async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse(['text'])
  const other = await world.course({ title: 'Abacus for beginners' })
  await world.entitle(member, other)
  const page = await open(member, '/app/dashboard')
  const titles = () => page.getByRole('article').getByRole('heading').allTextContents()

  await expect(page.getByRole('article')).toHaveCount(2)
  expect(await titles()).toEqual([course.title, other.title])
  const card = page.getByRole('article').filter({ hasText: course.title })
  await expect(card.getByText('1 of 3 lessons')).toBeVisible()
  await expect(card.getByText('33%')).toBeVisible()
  await expect(card.getByText('Ida Instructor')).toBeVisible()
  await expect(card.getByText('In Library')).toBeVisible()

  await page.goto('/app/dashboard?sort=alphabetical')
  await expect(page.getByRole('article')).toHaveCount(2)
  expect(await titles()).toEqual([other.title, course.title])

  await card.getByRole('link', { name: `Continue ${course.title}` }).click()
  await expect(page).toHaveURL(`/app/courses/${course.slug}/lesson/${course.lessons.video}`)
})
