import type { Page } from '@playwright/test'
import { expect, readyForOffline, test } from '../../support/device'
import {
  editorOf,
  open,
  pathOf,
  RIGHT,
  runs,
  SERVER_RUN,
  scene,
  write,
} from '../../support/exercise-scene'
import { untilSeen } from '../../support/seen'

/** Console errors of an offline browser. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_CONNECTION/, /Failed to fetch/]

test('code is kept on every device, and what two devices write at the same time is kept beside it', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await scene(world)
  const desk = await visit(member, '/app/dashboard', { expectProblems: CUT })
  await open(desk, course, lesson)
  await write(desk, '// one')
  await expect(desk.getByText('Your code is saved.')).toBeVisible()

  const phone = await visit(member, '/app/dashboard', { viewport: { width: 360, height: 740 } })
  await open(phone, course, lesson)
  await expect(editorOf(phone)).toHaveText('// one')
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
  ).toBe(true)
  // The brief is above the code.
  const [brief, code] = [phone.getByText('returns'), editorOf(phone)]
  expect((await brief.boundingBox())?.y).toBeLessThan((await code.boundingBox())?.y ?? 0)

  // Another open page shows the change.
  await write(phone, '// two')
  await expect(editorOf(desk)).toHaveText('// two')

  await desk.context().setOffline(true)
  await write(desk, '// from the desk')
  await write(phone, '// from the phone')
  await expect(phone.getByText('Your code is saved.')).toBeVisible()
  await desk.context().setOffline(false)
  const other = desk.getByRole('region', { name: 'Code of other devices' })
  await expect(other).toBeVisible()
  await other.getByRole('button', { name: 'Compare' }).click()
  const texts = ['// from the desk', '// from the phone']
  const shown = await editorOf(desk).textContent()
  expect(texts).toContain(shown)
  const kept = texts.find((text) => text !== shown) ?? ''
  await expect(other.getByText(kept)).toBeVisible()
  await other.getByRole('button', { name: 'Use this one' }).click()
  await expect(editorOf(desk)).toHaveText(kept)
  await expect(other).toHaveCount(0)

  await desk.getByRole('button', { name: 'Start over' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()
  await expect(editorOf(desk)).toContainText('export function sum')
})

test('an exercise opens, runs and is handed in without a connection, and is sent after the browser was closed', async ({
  device,
  world,
}) => {
  const { member, course, lesson } = await scene(world)
  const begun = await device.start(member)
  await open(begun.page, course, lesson)
  await begun.page.getByRole('button', { name: 'Run tests' }).click()
  const summary = (page: Page) =>
    page.getByRole('region', { name: 'Test results' }).getByRole('status')
  await expect(summary(begun.page)).toHaveText(/^The test failed\./)
  await readyForOffline(begun.page, 2)
  await begun.context.setOffline(true)
  await begun.page.reload()
  await write(begun.page, RIGHT)
  await begun.page.keyboard.press('Control+Enter')
  await expect(summary(begun.page)).toHaveText('The test passed.')
  await untilSeen(begun.page)
  await begun.page.getByRole('button', { name: 'Hand in' }).click()
  await expect(begun.page.getByText(/^Passed here\. Handed in on this device\./)).toBeVisible()
  await device.close()
  expect(await runs(world, member)).toEqual([])

  const { page } = await device.start()
  await page.goto(pathOf(course, lesson))
  await expect(
    page.getByRole('region', { name: 'Where you stand' }).getByRole('status'),
  ).toHaveText('Confirmed: you passed. This lesson is complete.', SERVER_RUN)
  expect(await runs(world, member)).toMatchObject([{ verdict: 'PASS', claimed: 'PASS' }])
})
