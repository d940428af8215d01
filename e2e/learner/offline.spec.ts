import { expect, test } from '../support/fixtures'
import { completionsSent, HINT, lessonSettled } from '../support/outbox'

/** Console errors of a browser without a connection. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_CONNECTION/, /Failed to fetch/]

test('changes that a learner makes offline are shown, stored, and sent once when the connection returns', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, `/app/courses/${course.slug}`, { expectProblems: CUT })
  const sent = completionsSent(page.context())
  await lessonSettled(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await expect(page.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled()
  await expect(page.getByRole('main').getByText(HINT)).toBeVisible()
  await expect(page.getByText('1 of 3 lessons').filter({ visible: true })).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.text])
  await expect(page.getByRole('main').getByText(HINT)).toBeHidden()
  expect(sent).toEqual(['POST'])
})
