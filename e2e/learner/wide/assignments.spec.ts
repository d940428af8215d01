import { assignmentScene, open, pathOf, rounds } from '../../support/assignment-scene'
import { expect, test } from '../../support/fixtures'
import { outboxLoaded } from '../../support/outbox'

import { untilSeen } from '../../support/seen'

/** Console errors of an offline browser. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_CONNECTION/, /Failed to fetch/]

test('work that is handed in offline becomes one round when the connection returns', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await assignmentScene(world, ['TEXT'])
  const page = await visit(member, '/app/dashboard', { expectProblems: CUT })
  await open(page, course, lesson)
  await outboxLoaded(page)
  await page.context().setOffline(true)
  await page.getByLabel('Text', { exact: true }).fill('Tea is a leaf.')
  await expect(page.getByText('Your draft is kept on this device.')).toBeVisible()
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in' }).dblclick()
  await expect(page.getByText('Saves when you are back online')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Round 1' })).toContainText('Tea is a leaf.')
  expect(await rounds(world, member)).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(() => rounds(world, member)).toMatchObject([{ text: 'Tea is a leaf.' }])
  await expect(page.getByText('Saves when you are back online')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Round 1' })).toContainText('Handed in on')
})

test('a draft with code continues on another device, and Tab leaves the editor after Escape', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await assignmentScene(world, ['CODE'])
  const desk = await visit(member, '/app/dashboard')
  await open(desk, course, lesson)
  const editor = desk.getByRole('textbox', { name: /^Code of/ })
  await editor.click()
  // Without the focus in the editor, these letters would be shortcuts.
  await desk.keyboard.type('const m = 1')
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await expect(desk.getByText('Your draft is saved.')).toBeVisible()
  expect(new URL(desk.url()).pathname).toBe(pathOf(course, lesson))

  const phone = await visit(member, '/app/dashboard', { viewport: { width: 360, height: 740 } })
  await open(phone, course, lesson)
  await expect(phone.getByRole('textbox', { name: /^Code of/ })).toContainText('const m = 1')
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
  ).toBe(true)
  await untilSeen(phone)
  await phone.getByRole('button', { name: 'Hand in' }).click()
  await expect
    .poll(() => rounds(world, member))
    .toMatchObject([{ code: [{ name: 'main.js', body: expect.stringContaining('const m = 1') }] }])
})

test('files are uploaded when they are chosen, and then handed in', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await assignmentScene(world, ['FILE'])
  const page = await visit(member, '/app/dashboard')
  await open(page, course, lesson)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles({
    name: 'tea.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('A leaf'),
  })
  await expect(page.getByRole('button', { name: 'Remove tea.txt' })).toBeVisible()
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in' }).click()
  const link = page.getByRole('link', { name: 'tea.txt' })
  await expect(link).toBeVisible()
  const address = await link.getAttribute('href')
  expect(await (await fetch(String(address))).text()).toBe('A leaf')
})
