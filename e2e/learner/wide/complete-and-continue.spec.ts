import type { Locator, Page } from '@playwright/test'
import { fakeProvider, startPlayer } from '../../support/fake-player'
import { expect, test } from '../../support/fixtures'
import { overflow } from '../../support/layout'
import { untilSeen } from '../../support/seen'
import { type Course, origin, type World } from '../../support/world'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Adds a second module of two lessons after the first. Returns their ids. */
async function secondModule(world: World, course: Course): Promise<string[]> {
  await world.sql(
    `with module as (
       insert into public.modules (course_id, title, index) values ($1, 'Second module', 1) returning id
     )
     insert into public.lessons (module_id, title, index, content_type, content, duration_sec)
     select module.id, name || ' lesson', at, 'TEXT', 'Words of it.', 300
     from module, unnest(array['Fourth', 'Fifth']) with ordinality one (name, at)`,
    [course.id],
  )
  const rows = await world.sql(
    `select l.id from public.lessons l join public.modules m on m.id = l.module_id
     where m.course_id = $1 and m.index = 1 order by l.index`,
    [course.id],
  )
  return rows.map(({ id }) => String(id))
}

const lesson = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const onward = (page: Page) => page.getByRole('button', { name: 'Complete and continue' })

/** Returns how far below the top of the window an element begins, as a share of the window's height. */
async function depth(page: Page, what: Locator): Promise<number> {
  const box = await what.boundingBox()
  return (box?.y ?? 0) / (page.viewportSize()?.height ?? 1)
}

test('a member completes one lesson after the other with a thumb on a phone', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const [fourth] = await secondModule(world, course)
  await world.sql('update public.lessons set content = $2 where id = $1', [
    course.lessons.text,
    'A lesson that is longer than a phone is high.\n\n'.repeat(60),
  ])
  const page = await open(member, `/app/courses/${course.slug}`, PHONE)
  for (const title of ['Reading lesson', 'Video lesson']) {
    await expect(lesson(page, title)).toBeVisible()
    await expect(onward(page)).toBeInViewport({ ratio: 1 })
    expect(await depth(page, onward(page))).toBeGreaterThan(0.85)
    await onward(page).tap()
  }
  await expect(lesson(page, 'Link lesson')).toBeFocused()
  await expect.poll(() => world.completed(member)).toHaveLength(2)
  // The toast about the completed lesson is above the buttons.
  const message = await page.getByRole('article', { name: 'Lesson completed' }).boundingBox()
  const button = await onward(page).boundingBox()
  if (!message || !button) throw new Error('Both are on the page')
  expect(message.y + message.height).toBeLessThanOrEqual(button.y)

  await onward(page).tap()
  const end = page.getByRole('region', { name: 'Module completed: First module' })
  await expect(end.getByText('3 lessons · 11m')).toBeInViewport()
  await end.getByRole('link', { name: 'Continue with Fourth lesson' }).tap()
  await expect(page).toHaveURL(`/app/courses/${course.slug}/lesson/${fourth}`)
  await expect(
    page.getByRole('region', { name: 'Course' }).getByText('3 of 5 lessons'),
  ).toBeInViewport()

  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expect(onward(page)).toBeInViewport({ ratio: 1 })
  // The bar at the lower edge has only this button. The other buttons are below the lesson.
  await page.getByRole('link', { name: 'Next Lesson' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Next Lesson' })).toBeInViewport({ ratio: 1 })
})

test('a member finishes a course by keyboard, sees the end of each module announced, and starts the next course', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse(['video', 'link'])
  await secondModule(world, course)
  const later = await world.course({ title: 'What comes after' })
  await world.entitle(member, later)
  const page = await open(member, `/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  await expect(onward(page)).toBeVisible()

  await untilSeen(page)
  await page.keyboard.press('c')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Module completed: First module' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Continue with Fourth lesson' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lesson(page, 'Fourth lesson')).toBeFocused()
  await expect(onward(page)).toBeVisible()
  await untilSeen(page)
  await page.keyboard.press('c')
  await expect(lesson(page, 'Fifth lesson')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeEnabled()
  await untilSeen(page)
  await page.keyboard.press('c')

  const end = page.getByRole('region', { name: `Course completed: ${course.title}` })
  await expect(end.getByRole('heading')).toBeFocused()
  await expect(end.getByText('You have completed every lesson of this course.')).toBeInViewport()
  await expect(end.getByText('5 lessons in 2 modules · 21m')).toBeVisible()
  await expect.poll(() => world.completed(member)).toHaveLength(5)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeVisible()
  await expect(end).toHaveCount(0)

  // If the last lesson is marked as not completed and then completed again, the end of the course is announced again.
  await page.getByRole('button', { name: 'Lesson options' }).click()
  await page.getByRole('menuitem', { name: 'Mark as not complete' }).click()
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await end.getByRole('link', { name: 'Start What comes after' }).click()
  await expect(page).toHaveURL(new RegExp(`/app/courses/${later.slug}`))
})

test('a double click completes only one lesson and opens only the next one, and the whole player fits a phone that is held sideways', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, `/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  await onward(page).dblclick({ delay: 120 })
  await expect(lesson(page, 'Video lesson')).toBeFocused()

  await page.setViewportSize({ width: 740, height: 360 })
  const poster = page.getByRole('button', { name: /^Play: / })
  await poster.evaluate((player) => player.scrollIntoView({ block: 'center' }))
  await expect(poster).toBeInViewport({ ratio: 1 })
  const seen = await poster.evaluate((player) => {
    const { left, right, top, bottom } = player.getBoundingClientRect()
    return [top + 4, bottom - 4].every((y) =>
      player.contains(document.elementFromPoint((left + right) / 2, y)),
    )
  })
  expect(seen).toBe(true)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Next Lesson' }).dblclick({ delay: 120 })
  await expect(lesson(page, 'Link lesson')).toBeFocused()
  await expect.poll(() => world.completed(member)).toHaveLength(1)
})

test('the end of a module at a video is announced without leaving the video', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse(['text', 'link'])
  await secondModule(world, course)
  await world.sql('update public.lessons set duration_sec = 0 where id = $1', [
    course.lessons.video,
  ])
  const page = await open(member, '/app/dashboard')
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 10)
  await page.goto(`/app/courses/${course.slug}/lesson/${course.lessons.video}`)
  const row = page.getByRole('complementary').getByRole('link', { name: /Video lesson/ })
  const player = await startPlayer(page)
  await player.evaluate(() => window.player.play(0, 4))
  await expect(row).toHaveAccessibleName(/4\d% watched$/)
  await player.evaluate(() => window.player.rate(2))
  await player.evaluate(() => window.player.play(4, 10))
  await expect(page.getByRole('status').getByText('Module completed: First module')).toBeAttached()
  await expect(page.getByRole('region', { name: 'Module completed: First module' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(row).toHaveAccessibleName(/Completed$/)
})

test('a bar never covers the focused element', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const words = Array.from(
    { length: 30 },
    (_, at) => `A [link ${at}](https://example.org/${at}) in a paragraph.\n\nMore words.\n\n`,
  )
  await world.sql('update public.lessons set content = $2 where id = $1', [
    course.lessons.text,
    words.join(''),
  ])
  const page = await open(member, `/app/courses/${course.slug}`, {
    viewport: { width: 320, height: 640 },
  })
  await expect(page.getByRole('link', { name: /^link 29/ })).toBeVisible()
  await untilSeen(page)
  const covered: string[] = []
  for (const key of ['Tab', 'Shift+Tab']) {
    await expect(lesson(page, 'Reading lesson')).toBeVisible()
    for (let i = 0; i < 45; i += 1) {
      await page.keyboard.press(key)
      const hidden = await page.evaluate(() => {
        const { activeElement: focused } = document
        if (!focused || focused === document.body) return null
        const { left, top, width, height } = focused.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height / 2)
        return focused.contains(seen) ? null : focused.textContent
      })
      if (hidden !== null) covered.push(`${key}: ${hidden}`)
    }
  }
  expect(covered).toEqual([])
})
