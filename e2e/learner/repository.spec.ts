import { assignmentScene, pathOf, rounds } from '../support/assignment-scene'
import { expect, test } from '../support/fixtures'
import { untilSeen } from '../support/seen'

test('a learner connects a repository by its first push, and each push shows its tests and hands in', async ({
  open,
  world,
}) => {
  const { member, course, lesson } = await assignmentScene(world, ['REPOSITORY'])
  await world.sql(
    `update public.assignments set grader = 'school/grading/.github/workflows/tea.yml@v1', grader_sha = repeat('a', 40), suite = 'tea',
       template_url = 'https://github.com/school/tea', paths = '{src}', expected = '{pours,boils}', tests_do = 'GATE', push_hands_in = true
     where lesson_id = $1`,
    [lesson],
  )
  const page = await open(member, pathOf(course, lesson))
  const own = page.getByRole('region', { name: 'Your repository' })
  await expect(own.getByRole('link', { name: 'Open the template' })).toBeVisible()
  await expect(own.getByText(/^rookies: rk_[0-9a-f]{40}$/)).toBeVisible()
  const name = `tea-${lesson.slice(0, 8)}`
  await page.evaluate(
    (address) => navigator.clipboard.writeText(address),
    `https://github.com/ada/${name}`,
  )
  await page.keyboard.press('Control+v')
  await untilSeen(page)
  await own.getByRole('button', { name: 'Use this repository' }).click()
  await expect(own.getByText(/^Waiting for the first push/)).toBeVisible()

  const host = await open('visitor', '/_ci')
  const push = (run: string) =>
    host
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: run, exact: true })
      .click()
  await push('Fail')
  await expect(own.getByRole('status').getByText('1 of 2 tests fails')).toBeVisible()
  await expect(own.getByText('expected 4, received 5')).toBeVisible()
  await expect(own.getByRole('link', { name: `ada/${name}` })).toBeVisible()
  expect(await rounds(world, member)).toEqual([])

  await push('Pass')
  await expect(own.getByRole('status').getByText('All 2 tests pass')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('Yours is the only work that waits.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Round 1' })).toContainText('All 2 tests pass')
  await expect.poll(() => rounds(world, member)).toMatchObject([{ round: 1, operation_id: null }])
})
