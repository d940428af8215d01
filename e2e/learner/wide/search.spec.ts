import { expect, test } from '../../support/fixtures'
import { holdRequests } from '../../support/hold-requests'
import { input, results, trigger, uniqueWord, write } from '../../support/search'
import { slowNetwork } from '../../support/slow-network'

test('a member searches by keyboard alone: opens, moves, closes, returns, follows', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const word = uniqueWord()
  await write(world, course, { title: `Lesson ${word}`, content: 'text' })
  await world.sql('update public.courses set title = $2 where id = $1', [course.id, `My ${word}`])
  const page = await open(member, '/app/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
  await trigger(page).focus()
  await page.keyboard.press('/')
  await expect(input(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(input(page)).toHaveCount(0)
  await expect(trigger(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(word)
  await expect(results(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(results(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/app/courses/${course.slug}/lesson/${course.lessons.text}`)

  // The search is suggested again, because it was successful.
  await page.keyboard.press('Control+k')
  await expect(results(page)).toHaveText([word])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(input(page)).toHaveValue(word)
  await expect(results(page)).toHaveCount(2)
})

test('on a phone the search fills the screen and closes by its button, its code loads only when it opens, and a click with Ctrl opens another tab', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const word = uniqueWord()
  await write(world, course, { title: word, content: 'text' })
  const page = await open(member, '/app/dashboard', { viewport: { width: 320, height: 640 } })
  await expect(page.getByRole('article')).toHaveCount(1)
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('search-results')),
    )
  expect(await loaded()).toEqual([])
  await trigger(page).click()
  await expect(page.getByText(/^Type at least two letters/)).toBeVisible()
  expect((await loaded()).length).toBeGreaterThan(0)
  expect(await page.getByRole('dialog', { name: 'Search' }).boundingBox()).toMatchObject({
    x: 0,
    y: 0,
    width: 320,
    height: 640,
  })
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(trigger(page)).toBeFocused()
  await trigger(page).click()
  await input(page).fill(word)
  const path = `/app/courses/${course.slug}/lesson/${course.lessons.text}`
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    results(page)
      .first()
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  // `expect(tab)` is not used: for a tab that was opened with Ctrl, it sometimes waits forever for a navigation that
  // has ended.
  await expect.poll(() => new URL(tab.url(), page.url()).pathname).toBe(path)
  await expect(input(page)).toBeVisible()
  await results(page).first().click()
  await expect(page).toHaveURL(path)
})

test('on a slow network, /map or /next typed at once on a lesson is a search and nothing else', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/login')
  await expect(page).toHaveURL('/app/dashboard')
  await slowNetwork(page)
  const path = `/app/courses/${course.slug}/lesson/${course.lessons.text}`
  for (const word of ['map', 'next']) {
    const release = await holdRequests(page, '**/assets/search-results-*')
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeVisible()
    await page.keyboard.type(`/${word}`)
    await expect(input(page)).toHaveValue(word)
    await expect(input(page)).toBeFocused()
    await release()
    const found = page.getByRole('status').filter({ hasText: /result|Nothing found/ })
    await expect(found).toBeAttached()
    await expect(input(page)).toHaveValue(word)
    await expect(page).toHaveURL(path)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Mark As Complete' })).toBeVisible()
  }
  const done = 'select count(*)::int as n from public.lesson_completions where user_id = $1'
  expect(await world.sql(done, [member.id])).toEqual([{ n: 0 }])
})
