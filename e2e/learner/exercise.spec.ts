import { violations } from '../support/axe'
import { expect, test } from '../support/device'
import {
  editorOf,
  NARROW,
  open,
  RIGHT,
  runs,
  SERVER_RUN,
  scene,
  write,
} from '../support/exercise-scene'
import { untilSeen } from '../support/seen'

test('a learner sees a test fail, gets a hint, passes, and has the server complete the lesson, by keyboard alone', {
  tag: '@real',
}, async ({ open: visit, world }) => {
  const { member, course, lesson } = await scene(world)
  const page = await visit(member, '/app/dashboard')
  await open(page, course, lesson)
  const main = page.getByRole('main')
  await expect(main.getByText('returns')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Mark As Complete' })).toHaveCount(0)

  // Ctrl+Enter runs the code and adds no line.
  await editorOf(page).focus()
  await page.keyboard.press('Control+Enter')
  const results = page.getByRole('region', { name: 'Test results' })
  await expect(results.getByRole('status')).toHaveText(
    /^The test failed\. First: adds one and two\. Expected 3, got undefined\./,
  )
  await expect(results.getByText('Failed: adds one and two')).toBeInViewport()
  await expect(editorOf(page)).toBeFocused()
  await expect(page.getByText('Hint', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])

  // A link in the result moves the cursor to the line with the error.
  await write(page, 'export const sum = (a, b) => {\nreturn a + c\n}')
  await page.keyboard.press('Control+Enter')
  const place = results.getByRole('button', { name: /^Go to main.js, line 2/ })
  await expect(place).toContainText('return a + c')
  await place.press('Enter')
  await expect(editorOf(page)).toBeFocused()

  await write(page, NARROW)
  await page.keyboard.press('Control+Enter')
  await expect(results.getByRole('status')).toHaveText('The test passed.')
  // Escape and then Tab leave the editor.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Run tests' })).toBeFocused()
  await page.keyboard.press('Tab')
  await untilSeen(page)
  await page.keyboard.press('Enter')
  const standing = page.getByRole('region', { name: 'Where you stand' })
  await expect(standing.getByRole('status')).toHaveText(
    'Passed here, and not confirmed: on the server, 1 of 2 tests failed.',
    SERVER_RUN,
  )
  await expect(standing.getByRole('list', { name: 'Failed tests' })).toHaveText(
    'Failed: adds other numbers Hidden test',
  )
  expect(await world.completed(member)).toEqual([])

  await write(page, RIGHT)
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in' }).press('Enter')
  await expect(standing.getByRole('status')).toHaveText(
    'Confirmed: you passed. This lesson is complete.',
    SERVER_RUN,
  )
  await expect(page.getByText('1 of 4 lessons').filter({ visible: true })).toBeVisible()
  expect(await world.completed(member)).toEqual([lesson])
  expect(await runs(world, member)).toMatchObject([
    { verdict: 'FAIL', claimed: 'PASS' },
    { verdict: 'PASS', claimed: 'PASS', files: [{ path: 'main.js', text: RIGHT }] },
  ])
  expect(await violations(page)).toEqual([])

  // The solution is open now, and is shown beside the person's own code.
  await page.getByRole('button', { name: 'Show the solution' }).press('Enter')
  await expect(page.getByText('The same in both')).toBeVisible()
  const earlier = page.getByRole('region', { name: 'Earlier runs' })
  await earlier.getByText('1 of 2 tests failed').click()
  await expect(earlier.getByText(NARROW)).toBeVisible()
})
