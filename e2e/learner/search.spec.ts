import { expect, test } from '../support/fixtures'
import { input, results, trigger, uniqueWord, write } from '../support/search'

test('a member finds a lesson, a course and a category, and opens each', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const [word, category] = [uniqueWord(), `Crafts ${uniqueWord()}`]
  await write(world, course, { title: 'A lesson', content: `Some **${word}** in bold.` })
  await world.sql('update public.courses set title = $2, category = $3 where id = $1', [
    course.id,
    `Course ${word}`,
    category,
  ])
  await world.entitle(member, await world.course())
  const page = await open(member, '/app/dashboard?sort=alphabetical')
  await trigger(page).click()
  await input(page).fill(word)
  await expect(results(page)).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: '2 results' })).toBeAttached()
  await expect(page.locator('mark').filter({ hasText: word })).toHaveCount(2)
  await results(page).filter({ hasText: 'A lesson' }).click()
  const passage = new URLSearchParams({ passage: `${word} in bold.` })
  await expect(page).toHaveURL(
    `/app/courses/${course.slug}/lesson/${course.lessons.text}?${passage}`,
  )
  await expect(page.getByRole('heading', { level: 1, name: 'A lesson' })).toBeVisible()

  await page.goto('/app/dashboard?sort=alphabetical')
  await trigger(page).click()
  await input(page).fill(category)
  await page.getByRole('group', { name: 'Categories' }).getByRole('option').click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: `Remove filter ${category}` }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})
