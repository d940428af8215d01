import type { Page } from '@playwright/test'
import { choose } from '../support/choose'
import { expect, test } from '../support/fixtures'
import { addAssignment, handIn } from '../support/handed-in'
import { countInteractions } from '../support/interactions'
import { openList } from '../support/notifications'
import type { World } from '../support/world'

const named = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

const inboxOf = (page: Page) => page.getByRole('region', { name: 'Inbox' })

/** Makes the work of an assignment wait longer than work of other tests, so that it comes first. */
const waitLonger = (world: World, lesson: string) =>
  world.sql(
    `update public.submissions set awaiting_since = now() - interval '5 years' where lesson_id = $1`,
    [lesson],
  )

test('two administrators share an inbox: new rows appear immediately, are handed over with a note, and are marked as done by keys', async ({
  open,
  world,
}) => {
  const [ada, bert] = [
    await world.person({ role: 'ADMIN', name: named('Ada') }),
    await world.person({ role: 'ADMIN', name: named('Bert') }),
  ]
  const mia = await world.person({ name: named('Mia') })
  const course = await world.course()
  await world.entitle(mia, course)
  const lesson = await addAssignment(world, course)
  const hers = await openList(open, ada, '/admin')
  const his = await openList(open, bert, '/admin')

  // Work appears on both screens as soon as it is handed in.
  await handIn(world, mia, lesson, { text: 'My page about tea.' })
  await waitLonger(world, lesson)
  const act = `Review: Building a page, ${mia.name}`
  const line = (page: Page) => inboxOf(page).getByRole('listitem').filter({ hasText: mia.name })
  await expect(line(hers)).toContainText('Due')
  await expect(line(his)).toBeVisible()

  // One administrator hands the work over with a note. It leaves their inbox, and the other one sees who handed it
  // over.
  const handing = await countInteractions(hers)
  await line(hers)
    .getByRole('button', { name: /^Hand over:/ })
    .click()
  const dialog = hers.getByRole('dialog', { name: 'Hand Over' })
  await choose(dialog.getByRole('combobox', { name: 'Colleague' }), bert.name)
  await dialog.getByLabel('Note').fill('You know tea better than I do.')
  await dialog.getByRole('button', { name: 'Hand Over' }).click()
  await expect(line(hers)).toHaveCount(0)
  expect(await handing()).toBeLessThanOrEqual(6)
  await expect(line(his)).toContainText(
    `Handed over by ${ada.name}: You know tea better than I do.`,
  )

  // The row is marked as done by a key, and restored with Undo.
  await line(his).getByRole('link', { name: act }).focus()
  await his.keyboard.press('e')
  await expect(line(his)).toHaveCount(0)
  await his.getByRole('button', { name: 'Undo' }).click()
  await expect(line(his)).toBeVisible()

  // A new round of the work brings the row back for Ada, who had marked it as done.
  await handIn(world, mia, lesson, { text: 'A longer page about tea.' })
  await waitLonger(world, lesson)
  await expect(line(hers)).toContainText('Round 2')
  await expect(line(hers)).not.toContainText('You know tea')

  // After signing in, the first useful action takes one press.
  await his.goto('/admin')
  await expect(line(his)).toBeVisible()
  const acting = await countInteractions(his)
  await line(his).getByRole('link', { name: act }).click()
  await expect(his.getByRole('heading', { name: 'Building a page' })).toBeVisible()
  expect(await acting()).toBe(1)
})
