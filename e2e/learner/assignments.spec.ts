import { callAs } from '../support/api'
import { assignmentScene, open, rounds } from '../support/assignment-scene'
import { expect, test } from '../support/fixtures'
import { countInteractions } from '../support/interactions'
import { untilSeen } from '../support/seen'

test('a learner hands in a link with two interactions, and reads its review without a reload', async ({
  open: visit,
  world,
}) => {
  const { member, coach, course, lesson } = await assignmentScene(world, ['LINK'])
  const page = await visit(member, '/app/dashboard')
  await open(page, course, lesson)
  const main = page.getByRole('main')
  await expect(main.getByText(/^Due .*in (?:18|19|20) days/)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Mark As Complete' })).toHaveCount(0)
  await page.evaluate(() => navigator.clipboard.writeText('https://tea.example.org/mine'))
  const counted = await countInteractions(page)
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(
    'https://tea.example.org/mine',
  )
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(main.getByText('Handed in. It waits for a review.')).toBeVisible()
  expect(await counted()).toBe(2)
  await expect(main.getByText('Yours is the only work that waits.')).toBeVisible()

  const [round] = await rounds(world, member)
  await callAs(world, coach, 'publish_review', {
    round_id: round?.id,
    verdict: 'AGAIN',
    comment: 'Nearly **there**.',
    remarks: [],
  })
  const review = page.getByRole('complementary', { name: 'Review' })
  await expect(review.getByText('Please go on')).toBeVisible()
  await expect(review.locator('strong')).toHaveText('there')

  // The person changes the link and hands in again.
  await page.getByRole('textbox', { name: 'Link' }).fill('https://tea.example.org/again')
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in round 2' }).click()
  await expect(main.getByText('Round 2 waits for a review.')).toBeVisible()
  await main.getByRole('button', { name: 'What changed since round 1' }).click()
  await expect(main.getByText('Added:')).toBeAttached()
  await expect.poll(async () => (await rounds(world, member)).length).toBe(2)
  const [, second] = await rounds(world, member)
  const [criterion] = await world.sql(
    'select id from public.rubric_criteria where lesson_id = $1',
    [lesson],
  )
  await callAs(world, coach, 'publish_review', {
    round_id: second?.id,
    verdict: 'PASS',
    levels: { [String(criterion?.id)]: 1 },
  })
  await expect(main.getByRole('status').getByText('Passed')).toBeVisible()
  await expect(main.locator('header').getByText('Completed')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Hand in' })).toHaveCount(0)
})
